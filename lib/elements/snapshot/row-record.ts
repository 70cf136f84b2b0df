/*
 * Reads the stored form of one row (row-format.ts) without copying it, and makes a Row of it. Every bound is checked before it is used: a
 * damaged file must end as SNAPSHOT_DAMAGED, never as a wrong value.
 */
import { kept } from "#lib/core/language/kept-texts.ts";
import { EMPTY, FALSE, KIND_MASK, LIST, NULL, NUMBER, TEXT, TRUE } from "../cell-kinds.ts";
import { INLINE_SHAPE, TRAILER_BYTES, WIDE_ENDS } from "./row-format.ts";
import { damaged } from "./meta.ts";
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
