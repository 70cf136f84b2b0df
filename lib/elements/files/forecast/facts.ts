/*
 * What is known about a table before it is exported: how many of its values a format or program would change, with an example of each kind.
 * Shared with client code: types only.
 */
import type { ExportOptions } from "../options.ts";

/** How a value may be lost. */
export const LOSS_KINDS = [
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
