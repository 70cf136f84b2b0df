/*
 * The cells of the row being read: their texts one after the other, and for each cell its column, kind and end. Bare arrays in public
 * fields, because the innermost loops of the reader work on them; all other code calls `add`. It knows nothing about other rows.
 */
import type { RowKernel } from "../wasm/row-kernel.ts";

/** A shape's hash starts with the shape table's seed; each column number is xored in, then multiplied by this. */
const SHAPE_HASH_FACTOR = 0x9e3779b1;

export class RowCells {
  /** The bytes of the row, from 0 on. Whoever writes must have made room before. */
  out: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  /** Where the next byte goes. */
  at = 0;
  count = 0;
  /** Hash of the column numbers (shapes.ts). */
  shapeHash = 0;
  columns: Int32Array = new Int32Array(256);
  /** Kind bytes (cell-kinds.ts). */
  kinds: Uint8Array = new Uint8Array(256);
  /** By cell: the end of its text, counted from the row's start. */
  ends: Uint32Array = new Uint32Array(256);
  #kernel: RowKernel | null = null;

  /** Lets a kernel work on the cells, which are in its memory as long as they fit; null moves them out. */
  attach(kernel: RowKernel | null): void {
    this.#kernel = kernel;
    this.out = new Uint8Array(0);
    this.columns = kernel?.cells.columns ?? new Int32Array(256);
    this.kinds = kernel?.cells.kinds ?? new Uint8Array(256);
    this.ends = kernel?.cells.ends ?? new Uint32Array(256);
  }

  /** True when the current row is in the kernel's memory. */
  isIn(kernel: RowKernel): boolean {
    return this.out === kernel.row && this.columns === kernel.cells.columns;
  }

  /** Discards the cells and makes room for a row of `room` bytes. */
  clear(room: number, shapeSeed: number): void {
    this.at = 0;
    this.count = 0;
    this.shapeHash = shapeSeed;
    const own = this.#kernel?.row;
    if (own && own.length >= room) this.out = own;
    else if (this.out.length < room) this.out = new Uint8Array(room);
  }

  /** Makes room for more bytes than the row was begun with. */
  reserve(bytes: number): void {
    const needed = this.at + bytes;
    if (needed <= this.out.length) return;
    const larger = new Uint8Array(needed);
    larger.set(this.out.subarray(0, this.at));
    this.out = larger;
  }

  /** Counts what was written since the last comma as the cell of a column. */
  add(column: number, kind: number): void {
    const i = this.count++;
    if (i >= this.columns.length) this.#grow();
    this.columns[i] = column;
    this.kinds[i] = kind;
    this.ends[i] = this.at;
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
