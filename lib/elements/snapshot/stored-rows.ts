/*
 * Finished rows and their index entries waiting to be written, collected in two pairs of buffers: one pair is filled while the other is
 * written. This file must not know what a row is made of.
 */
import { INDEX_ENTRY_BYTES } from "./row-record.ts";

/** Initial size of each buffer; it grows as needed. */
const ROWS_ROOM_BYTES = 2048;
const INDEX_ROOM = 64;

export class StoredRows {
  /** Bytes of the rows waiting to be taken. */
  filled = 0;
  #rows = new Uint8Array(ROWS_ROOM_BYTES);
  #index = new DataView(new ArrayBuffer(INDEX_ROOM * INDEX_ENTRY_BYTES));
  #indexed = 0;
  #fileOffset = 0;
  /** The buffers taken before the current ones; they are filled next. */
  #spareRows = new Uint8Array(ROWS_ROOM_BYTES);
  #spareIndex = new DataView(new ArrayBuffer(INDEX_ROOM * INDEX_ENTRY_BYTES));

  /** Adds a copy of the row in `bytes[0 … length)`. */
  add(bytes: Uint8Array, length: number): void {
    this.#addToIndex();
    const end = this.filled + length;
    if (end > this.#rows.length) {
      const larger = new Uint8Array(end * 2);
      larger.set(this.#rows.subarray(0, this.filled));
      this.#rows = larger;
    }
    this.#rows.set(bytes.subarray(0, length), this.filled);
    this.filled = end;
  }

  #addToIndex(): void {
    if (this.#indexed * INDEX_ENTRY_BYTES >= this.#index.byteLength) {
      const larger = new Uint8Array(this.#index.byteLength * 2);
      larger.set(new Uint8Array(this.#index.buffer));
      this.#index = new DataView(larger.buffer);
    }
    this.#index.setFloat64(this.#indexed * INDEX_ENTRY_BYTES, this.#fileOffset + this.filled, true);
    this.#indexed++;
  }

  /**
   * Takes everything waiting, for writing it to both files; `last` adds the index entry that marks the end. The bytes are valid until the
   * second-next call.
   */
  take(last: boolean): { rows: Uint8Array; index: Uint8Array } {
    if (last) this.#addToIndex();
    const taken = {
      rows: this.#rows.subarray(0, this.filled),
      index: new Uint8Array(this.#index.buffer, 0, this.#indexed * INDEX_ENTRY_BYTES),
    };
    this.#fileOffset += this.filled;
    [this.#rows, this.#spareRows] = [this.#spareRows, this.#rows];
    [this.#index, this.#spareIndex] = [this.#spareIndex, this.#index];
    this.filled = 0;
    this.#indexed = 0;
    return taken;
  }
}
