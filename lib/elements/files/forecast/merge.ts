/*
 * Merges the facts of several tables, for bulk exports, which have one forecast for all models. Pure.
 */
import { LOSS_KINDS, type ExportFacts, type Loss } from "./facts.ts";

export type NamedFacts = { readonly name: string; readonly facts: ExportFacts };

/**
 * The facts of all tables together; examples name their table.
 * @param isOneTable whether all rows go into one file; else each table has its own file, and the largest table decides about limits
 * @returns null without any table
 */
export function mergeFacts(tables: readonly NamedFacts[], isOneTable: boolean): ExportFacts | null {
  if (tables.length === 0) return null;
  const sum = (of: (facts: ExportFacts) => number): number =>
    tables.reduce((total, { facts }) => total + of(facts), 0);
  const most = (of: (facts: ExportFacts) => number): number =>
    tables.reduce((total, { facts }) => Math.max(total, of(facts)), 0);
  // Separate files each have their own headings; one table has the headings that its models share only once.
  const headings = (of: (facts: ExportFacts) => { plain: number; withUnits: number }) => {
    const together = isOneTable ? most : sum;
    return {
      plain: together((facts) => of(facts).plain),
      withUnits: together((facts) => of(facts).withUnits),
    };
  };
  const mixed = tables.flatMap(({ name, facts }) => (facts.mixed === null ? [] : { ...facts.mixed, name }));
  const [firstMixed] = mixed;
  const ids = tables.flatMap(({ facts }) => facts.idsByCase ?? []);
  const [firstIds] = ids;
  return {
    rows: isOneTable ? sum(({ rows }) => rows) : most(({ rows }) => rows),
    columns: most(({ columns }) => columns),
    rowsSeen: sum(({ rowsSeen }) => rowsSeen),
    losses: mergeLosses(tables),
    mixed:
      firstMixed === undefined
        ? null
        : {
            count: Math.max(...mixed.map(({ count }) => count)),
            column: `${firstMixed.name}, ${firstMixed.column}`,
            kinds: firstMixed.kinds,
          },
    cells: {
      missing: sum(({ cells }) => cells.missing),
      none: sum(({ cells }) => cells.none),
      empty: sum(({ cells }) => cells.empty),
    },
    idsByCase:
      firstIds === undefined
        ? null
        : { count: ids.reduce((total, { count }) => total + count, 0), example: firstIds.example },
    headingsByCase: most(({ headingsByCase }) => headingsByCase),
    formulaHeadings: {
      joined: headings(({ formulaHeadings }) => formulaHeadings.joined),
      twoRows: headings(({ formulaHeadings }) => formulaHeadings.twoRows),
    },
    unitColumns: most(({ unitColumns }) => unitColumns),
  };
}

function mergeLosses(tables: readonly NamedFacts[]): ExportFacts["losses"] {
  const merged: Partial<Record<(typeof LOSS_KINDS)[number], Loss>> = {};
  for (const kind of LOSS_KINDS) {
    for (const { name, facts } of tables) {
      const loss = facts.losses[kind];
      if (loss === undefined) continue;
      const before = merged[kind];
      merged[kind] =
        before === undefined
          ? { ...loss, column: `${name}, ${loss.column}` }
          : { ...before, count: before.count + loss.count };
    }
  }
  return merged;
}
