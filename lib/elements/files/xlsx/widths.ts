/*
 * The initial widths of a sheet's columns: as wide as headings and first rows need, within bounds, in the spreadsheet's own unit of about
 * one digit (ECMA-376 part 1, 18.3.1.13).
 */

const WIDTH_MIN = 8;
const WIDTH_MAX = 60;
/** Room for the filter button. */
const BUTTON = 3;

/** Measures cells as they are written. */
export class ColumnWidths {
  readonly #lengths: number[];

  /** @param headingRows of the sheet; each column is at least as wide as its lowest heading */
  constructor(headingRows: readonly (readonly string[])[]) {
    this.#lengths = (headingRows.at(-1) ?? []).map((heading) => heading.length + BUTTON);
  }

  /** Notes that the column has a text of this length. @param column counted from 0 */
  note(column: number, length: number): void {
    if (length > (this.#lengths[column] ?? 0)) this.#lengths[column] = length;
  }

  /** One width for each column, in characters. */
  toWidths(): number[] {
    return this.#lengths.map((length) => Math.min(Math.max(length + 1, WIDTH_MIN), WIDTH_MAX));
  }
}
