/*
 * What is known of several tables as one: for exports of many models, whose forecast is one for all of them. Pure.
 */
import { LOSS_KINDS, type ExportFacts, type Loss } from "./facts.ts";

export type NamedFacts = { readonly name: string; readonly facts: ExportFacts };

/**
 * The facts of all together; examples say which table they are from.
 * @param isOneTable all rows stand in one file; else each table has its own, and limits are those of the largest
 * @returns null for none
 */
export function mergeFacts(tables: readonly NamedFacts[], isOneTable: boolean): ExportFacts | null {
  if (tables.length === 0) return null;
  const sum = (of: (facts: ExportFacts) => number): number =>
    tables.reduce((total, { facts }) => total + of(facts), 0);
  const most = (of: (facts: ExportFacts) => number): number =>
    tables.reduce((total, { facts }) => Math.max(total, of(facts)), 0);
  // Each file has headings of its own; one table has those that its models share once.
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
