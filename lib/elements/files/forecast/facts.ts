/*
 * What is known of a table before it is exported: how many of its values some format or program would change, with an example of each.
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
 * `dateLike`, `numberLike`, `booleanLike`: texts that a spreadsheet reads as something else and then shows differently. `longText`: over 32,767
 * characters. `longNumber`: over 15 significant digits. `textNumber`: no spreadsheet's number is equal to it. `escaped`: texts with
 * characters that XML has no place for. `formula`: texts that a spreadsheet would run; headings are counted apart (`formulaHeadings`).
 */
export type LossKind = (typeof LOSS_KINDS)[number];

export type Loss = {
  readonly count: number;
  /** Where it was found first, and the value's beginning. */
  readonly column: string;
  readonly example: string;
};

export type ExportFacts = {
  readonly rows: number;
  /** Columns of the file in its simplest form, the GlobalId counted. */
  readonly columns: number;
  /** Rows looked at; fewer than `rows` when that would have taken too long. */
  readonly rowsSeen: number;
  readonly losses: Partial<Record<LossKind, Loss>>;
  /** Columns whose values are of several kinds, and what the first of them holds: "148 numbers, 6 texts". */
  readonly mixed: { readonly count: number; readonly column: string; readonly kinds: string } | null;
  /** Cells of the rows seen: property not there, there without a value, the empty text. */
  readonly cells: { readonly missing: number; readonly none: number; readonly empty: number };
  /** GlobalIds that differ from another one by upper and lower case only. */
  readonly idsByCase: { readonly count: number; readonly example: string } | null;
  /** Headings that differ from another one by upper and lower case only. */
  readonly headingsByCase: number;
  /** Headings that a spreadsheet would run, by how they are written: names alone, or with units behind them. */
  readonly formulaHeadings: Readonly<Record<ExportOptions["headings"], { plain: number; withUnits: number }>>;
  /** Columns that state a unit. */
  readonly unitColumns: number;
};
