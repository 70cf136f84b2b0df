/*
 * What is known about a table before it is exported: how many of its values a format or program would change, with an example of each kind.
 * Bulk exports merge the facts of several tables. Shared with client code: pure.
 */
import type { ExportOptions } from "../options.ts";

/** How a value may be lost. */
const LOSS_KINDS = [
  "dateLike",
  "numberLike",
  "booleanLike",
  "longText",
  "longNumber",
  "textNumber",
  "escaped",
  "formula",
] as const;
/**
 * `dateLike`, `numberLike`, `booleanLike`: texts that a spreadsheet reads as something else and then shows differently. `longText`: over
 * 32,767 characters. `longNumber`: over 15 significant digits. `textNumber`: no spreadsheet's number is equal to it. `escaped`: texts with
 * characters that XML cannot hold. `formula`: texts that a spreadsheet would run; headings are counted separately (`formulaHeadings`).
 */
export type LossKind = (typeof LOSS_KINDS)[number];

export type Loss = {
  readonly count: number;
  /** The column of the first such value, and its first characters. */
  readonly column: string;
  readonly example: string;
};

export type ExportFacts = {
  readonly rows: number;
  /** Columns of the file in its simplest form, the GlobalId counted. */
  readonly columns: number;
  /** Rows checked; fewer than `rows` when checking all would take too long. */
  readonly rowsSeen: number;
  readonly losses: Partial<Record<LossKind, Loss>>;
  /** Number of columns with values of several kinds, and what the first such column holds: "148 numbers, 6 texts". */
  readonly mixed: { readonly count: number; readonly column: string; readonly kinds: string } | null;
  /** Cells of the checked rows: missing property, no value, empty text. */
  readonly cells: { readonly missing: number; readonly none: number; readonly empty: number };
  /** GlobalIds that differ from another GlobalId only by upper and lower case. */
  readonly idsByCase: { readonly count: number; readonly example: string } | null;
  /** Headings that differ from another heading only by upper and lower case. */
  readonly headingsByCase: number;
  /** Headings that a spreadsheet would run as formulas, by how they are written: the name alone, or with the unit after it. */
  readonly formulaHeadings: Readonly<Record<ExportOptions["headings"], { plain: number; withUnits: number }>>;
  /** Columns that state a unit. */
  readonly unitColumns: number;
};

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
