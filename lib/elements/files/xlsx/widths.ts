/*
 * How wide the columns of a sheet begin: as wide as their headings and first rows need, within bounds, in the spreadsheet's own measure, which
 * is about one digit (ECMA-376 part 1, 18.3.1.13).
 */

const WIDTH_MIN = 8;
const WIDTH_MAX = 60;
/** Room for the button of the filter. */
const BUTTON = 3;

/** Measures cells as they are written. */
export class ColumnWidths {
  readonly #lengths: number[];

  /** @param headingRows of the sheet; each column is as wide as its lowest heading at least */
  constructor(headingRows: readonly (readonly string[])[]) {
    this.#lengths = (headingRows.at(-1) ?? []).map((heading) => heading.length + BUTTON);
  }

  /** A text of this length stands in the column. @param column from 0 on */
  note(column: number, length: number): void {
    if (length > (this.#lengths[column] ?? 0)) this.#lengths[column] = length;
  }

  /** One width a column, in characters. */
  toWidths(): number[] {
    return this.#lengths.map((length) => Math.min(Math.max(length + 1, WIDTH_MIN), WIDTH_MAX));
  }
}
