/*
 * The cells of the row that is read just now: their texts one behind the other, and per cell its column, kind and end.
 * Bare arrays with public fields, because the innermost loop of the reader works on them; everybody else calls `add`.
 */

/** A shape's hash starts with the shape table's seed; each column number is xored in, then multiplied by this. */
const SHAPE_HASH_FACTOR = 0x9e3779b1;

export class RowCells {
  /** Stored bytes: finished rows, then the texts of this one. The caller of any write must have made room. */
  out: Uint8Array = new Uint8Array(0);
  /** Where the next byte goes. */
  at = 0;
  /** Where this row starts. */
  start = 0;
  count = 0;
  /** Hash of the column numbers (shapes.ts). */
  shapeHash = 0;
  columns = new Int32Array(256);
  /** Kind bytes (cell-kinds.ts). */
  kinds = new Uint8Array(256);
  /** Per cell the end of its text, counted from the row's start. */
  ends = new Uint32Array(256);

  /** Counts what was written since the last comma as the cell of a column. */
  add(column: number, kind: number): void {
    const i = this.count++;
    if (i >= this.columns.length) this.#grow();
    this.columns[i] = column;
    this.kinds[i] = kind;
    this.ends[i] = this.at - this.start;
    this.shapeHash = Math.imul(this.shapeHash ^ column, SHAPE_HASH_FACTOR);
  }

  #grow(): void {
    const length = this.columns.length * 2;
    const { columns, kinds, ends } = this;
    this.columns = new Int32Array(length);
    this.columns.set(columns);
    this.kinds = new Uint8Array(length);
    this.kinds.set(kinds);
    this.ends = new Uint32Array(length);
    this.ends.set(ends);
  }
}
