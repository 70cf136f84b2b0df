/*
 * The stored form of a row (docs/decisions/0008-snapshot.md), read without copying it:
 *   text     id and cell texts, separated by commas, so that a run of plain cells is ready-made CSV
 *   ends     for each text its end within the row, 2 bytes each, or 4 when the text is 65,536 bytes or longer
 *   kinds    for each text its kind byte (cell-kinds.ts)
 *   columns  only with INLINE_SHAPE: for each cell its column number, 4 bytes
 *   trailer  number of cells with the WIDE_ENDS bit, then the shape, 4 bytes each
 * All numbers are little-endian. A shape is the list of column numbers of a row's cells, kept once for all rows that share it.
 * Every bound is checked before it is used: a
 * damaged file must end as SNAPSHOT_DAMAGED, never as a wrong value.
 */
import { kept } from "#lib/core/language/kept-texts.ts";
import { EMPTY, FALSE, KIND_MASK, LIST, NULL, NUMBER, TEXT, TRUE } from "../cell-kinds.ts";
import { damaged } from "../errors.ts";
import type { Cell } from "../wire.ts";

/** A view of one stored row; `locate` moves it. Text 0 is the id, text n + 1 belongs to cell n. */
export class RowRecord {
  bytes: Buffer = Buffer.alloc(0);
  start = 0;
  /** Cells of the row, without the id. */
  cellCount = 0;
  /** Number of the row's shape, or INLINE_SHAPE. */
  shape = 0;
  kindsAt = 0;
  endsAt = 0;
  /** Whether ends take four bytes each. */
  isWide = false;
  #columnsAt = 0;
  #inline = new Int32Array(64);
  readonly #shapes: readonly Int32Array[];

  constructor(shapes: readonly Int32Array[]) {
    this.#shapes = shapes;
  }

  /** Moves to the row in `bytes[start … end)`. */
  locate(bytes: Buffer, start: number, end: number): void {
    if (end - start < TRAILER_BYTES || end > bytes.length) throw damaged(kept("a row is cut off"));
    const trailer = bytes.readUInt32LE(end - 8);
    this.bytes = bytes;
    this.start = start;
    this.shape = bytes.readUInt32LE(end - 4);
    this.isWide = trailer >= WIDE_ENDS;
    this.cellCount = this.isWide ? trailer - WIDE_ENDS : trailer;
    const texts = this.cellCount + 1;
    this.#columnsAt = end - TRAILER_BYTES - (this.shape === INLINE_SHAPE ? 4 * this.cellCount : 0);
    this.kindsAt = this.#columnsAt - texts;
    this.endsAt = this.kindsAt - texts * (this.isWide ? 4 : 2);
    if (this.endsAt < start || start + this.endOf(this.cellCount) !== this.endsAt)
      throw damaged(kept("a row is misaligned"));
    if (this.shape !== INLINE_SHAPE && this.#shapes[this.shape]?.length !== this.cellCount) {
      throw damaged(kept("a row does not fit its shape"));
    }
  }

  /** End of a text, counted from the row's start. */
  endOf(text: number): number {
    const bytes = this.bytes;
    if (this.isWide) return bytes.readUInt32LE(this.endsAt + 4 * text);
    const at = this.endsAt + 2 * text;
    return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
  }

  /** Start of a text, counted from the row's start. */
  startOf(text: number): number {
    return text === 0 ? 0 : this.endOf(text - 1) + 1;
  }

  /** Column numbers of the row's cells. Only the first `cellCount` are valid, until the next `locate`. */
  columns(): Int32Array {
    if (this.shape !== INLINE_SHAPE) return this.#shapes[this.shape] ?? this.#inline;
    if (this.#inline.length < this.cellCount) this.#inline = new Int32Array(2 * this.cellCount);
    for (let i = 0; i < this.cellCount; i++)
      this.#inline[i] = this.bytes.readUInt32LE(this.#columnsAt + 4 * i);
    return this.#inline;
  }

  text(text: number): string {
    return this.bytes.toString("utf8", this.start + this.startOf(text), this.start + this.endOf(text));
  }

  /** The value of a cell. */
  cell(cell: number): Cell {
    const kind = (this.bytes[this.kindsAt + cell + 1] ?? 0) & KIND_MASK;
    switch (kind) {
      case NULL:
        return null;
      case TRUE:
        return true;
      case FALSE:
        return false;
      case EMPTY:
        return "";
      case TEXT:
        return this.text(cell + 1);
      case NUMBER:
        return { kind: "number", text: this.text(cell + 1) };
      default:
        return { kind: kind === LIST ? "list" : "object", text: this.text(cell + 1) };
    }
  }
}

/** Raise this whenever a stored byte changes its meaning; older snapshots are then read again from the service. */
export const SNAPSHOT_FORMAT = 1;

export const INLINE_SHAPE = 0xffffffff;
export const WIDE_ENDS = 0x80000000;
const TRAILER_BYTES = 8;

export const ROWS_FILE = "rows.bin";
/** Offsets of all rows in ROWS_FILE and of its end, as 8-byte little-endian floats. */
export const INDEX_FILE = "rows.idx";
/** For each shape: its number of columns, then its column numbers, 4 bytes each. */
export const SHAPES_FILE = "shapes.bin";
export const META_FILE = "meta.json";
export const INDEX_ENTRY_BYTES = 8;
