/*
 * Composes the stored form of rows (row-format.ts) in memory and counts their cells at the columns.
 * A row exists only once it is committed: an element whose bytes are not all there yet is begun again without a trace.
 */
import { COMMA, type JsonWindow } from "./json-bytes.ts";
import { CellWriter } from "./cell-writer.ts";
import { EMPTY, FORMULA, KIND_COUNT, KIND_MASK, NULL } from "./cell-kinds.ts";
import type { ColumnTable } from "./column-table.ts";
import { IdIndex } from "./id-index.ts";
import { nameTooLarge, tooManyRows } from "./limit-errors.ts";
import type { ElementLimits } from "./limits.ts";
import { INDEX_ENTRY_BYTES, INLINE_SHAPE, WIDE_ENDS } from "./row-format.ts";
import { ShapeTable } from "./shapes.ts";
import type { Warnings, WarningCode } from "./warnings.ts";

/** Filled bytes of both files, handed over for writing; they are valid until `take` is called for the second time after. */
export interface FilledBytes {
  readonly rows: Uint8Array;
  readonly index: Uint8Array;
}

const INDEX_ROOM = 8192;

/** Rows of one table on their way to a file. */
export class RowWriter {
  readonly shapes = new ShapeTable();
  rows = 0;
  /** The row that was begun. */
  readonly cells: CellWriter;
  readonly #columns: ColumnTable;
  readonly #warnings: Warnings;
  readonly #limits: ElementLimits;
  readonly #ids = new IdIndex();
  readonly #pending: { code: WarningCode; sample: string }[] = [];
  #idKind = 0;
  #idEnd = 0;
  #fileOffset = 0;
  #index = new DataView(new ArrayBuffer(INDEX_ROOM * INDEX_ENTRY_BYTES));
  #indexed = 0;
  /** The buffers that were taken before; they are filled next. */
  #spare: Uint8Array = new Uint8Array(0);
  #spareIndex = new DataView(new ArrayBuffer(INDEX_ROOM * INDEX_ENTRY_BYTES));

  constructor(columns: ColumnTable, warnings: Warnings, limits: ElementLimits) {
    this.#columns = columns;
    this.#warnings = warnings;
    this.#limits = limits;
    this.cells = new CellWriter(limits);
  }

  /** Starts a row for an element of at most `bytesMax` bytes; a row begun before and not committed is forgotten. */
  begin(bytesMax: number): void {
    const cells = this.cells;
    cells.at = this.cells.start;
    cells.loneSurrogates = 0;
    this.cells.count = 0;
    this.cells.shapeHash = this.shapes.seed;
    this.#pending.length = 0;
    const room = this.cells.start + 3 * bytesMax + 64;
    if (cells.out.length < room) {
      const larger = new Uint8Array(room * 2);
      larger.set(cells.out.subarray(0, this.cells.start));
      cells.out = larger;
    }
  }

  /** Writes the row's id, the string whose opening quote is at `at`; returns the position behind it. */
  id(window: JsonWindow, at: number): number {
    const end = this.cells.text(window, at);
    this.#idKind = this.cells.kind;
    this.#idEnd = this.cells.at - this.cells.start;
    if (this.#idEnd > this.#limits.nameBytesMax) nameTooLarge(window, at, this.#limits.nameBytesMax);
    return end;
  }

  /** Writes the value at `at` as the cell of a column; returns the position behind it. */
  cell(window: JsonWindow, at: number, depth: number, column: number): number {
    const cells = this.cells;
    cells.out[cells.at++] = COMMA;
    const end = cells.value(window, at, depth);
    const { textLengthMax } = this.#columns;
    if (cells.units > (textLengthMax[column] ?? 0)) textLengthMax[column] = cells.units;
    cells.add(column, cells.kind);
    return end;
  }

  /** A cell of a property that is there without a value. */
  nullCell(column: number): void {
    this.cells.out[this.cells.at++] = COMMA;
    this.cells.add(column, NULL);
  }

  /** Notes something odd about the element; forgotten with it when it is not committed. */
  warn(code: WarningCode, sample: string): void {
    this.#pending.push({ code, sample });
  }

  /** Makes the row that was begun part of the table. */
  commit(): void {
    if (this.rows >= this.#limits.rowsMax) {
      tooManyRows(this.#limits.rowsMax);
    }
    this.#countCells();
    this.#checkId();
    for (const { code, sample } of this.#pending) this.#warnings.add(code, sample);
    this.#finishRow(this.shapes.find(this.cells.columns, this.cells.count, this.cells.shapeHash));
  }

  #countCells(): void {
    const { counts, formulaTexts } = this.#columns;
    for (let i = 0; i < this.cells.count; i++) {
      const column = this.cells.columns[i] ?? 0;
      const flags = this.cells.kinds[i] ?? 0;
      const kind = flags & KIND_MASK;
      const slot = column * KIND_COUNT + kind;
      counts[slot] = (counts[slot] ?? 0) + 1;
      if ((flags & FORMULA) !== 0) formulaTexts[column] = (formulaTexts[column] ?? 0) + 1;
    }
  }

  #textOf(from: number, end: number): string {
    const out = this.cells.out;
    return Buffer.from(out.buffer, out.byteOffset + this.cells.start + from, end - from).toString("utf8");
  }

  #checkId(): void {
    const met = this.#ids.add(this.cells.out, this.cells.start, this.cells.start + this.#idEnd);
    if (met !== "new") {
      this.#warnings.add(
        met === "duplicate" ? "DUPLICATE_ID" : "ID_DIFFERS_BY_CASE",
        this.#textOf(0, this.#idEnd),
      );
    }
    const loneSurrogates = this.cells.loneSurrogates;
    for (let i = 0; i < loneSurrogates; i++)
      this.#warnings.add("LONE_SURROGATE", this.#textOf(0, this.#idEnd));
  }

  #finishRow(shape: number): void {
    const out = this.cells.out;
    const count = this.cells.count;
    let o = this.cells.at;
    const isWide = o - this.cells.start > 0xffff;
    const put4 = (value: number): void => {
      out[o++] = value;
      out[o++] = value >>> 8;
      out[o++] = value >>> 16;
      out[o++] = value >>> 24;
    };
    if (isWide) {
      put4(this.#idEnd);
      for (let i = 0; i < count; i++) put4(this.cells.ends[i] ?? 0);
    } else {
      out[o++] = this.#idEnd;
      out[o++] = this.#idEnd >>> 8;
      for (let i = 0; i < count; i++) {
        const end = this.cells.ends[i] ?? 0;
        out[o++] = end;
        out[o++] = end >>> 8;
      }
    }
    out[o++] = this.#idKind;
    for (let i = 0; i < count; i++) out[o++] = this.cells.kinds[i] ?? EMPTY;
    if (shape === INLINE_SHAPE) for (let i = 0; i < count; i++) put4(this.cells.columns[i] ?? 0);
    put4(isWide ? count | WIDE_ENDS : count);
    put4(shape);
    this.#indexRow();
    this.cells.start = o;
    this.rows++;
  }

  #indexRow(): void {
    if (this.#indexed * INDEX_ENTRY_BYTES >= this.#index.byteLength) {
      const larger = new Uint8Array(this.#index.byteLength * 2);
      larger.set(new Uint8Array(this.#index.buffer));
      this.#index = new DataView(larger.buffer);
    }
    this.#index.setFloat64(this.#indexed * INDEX_ENTRY_BYTES, this.#fileOffset + this.cells.start, true);
    this.#indexed++;
  }

  /** Bytes of finished rows that wait to be taken. */
  get filled(): number {
    return this.cells.start;
  }

  /** Takes the finished rows; `last` adds the index entry that marks the end. */
  take(last: boolean): FilledBytes {
    if (last) this.#indexRow();
    const taken = {
      rows: this.cells.out.subarray(0, this.cells.start),
      index: new Uint8Array(this.#index.buffer, 0, this.#indexed * INDEX_ENTRY_BYTES),
    };
    this.#fileOffset += this.cells.start;
    [this.cells.out, this.#spare] = [this.#spare, this.cells.out];
    [this.#index, this.#spareIndex] = [this.#spareIndex, this.#index];
    this.cells.start = 0;
    this.#indexed = 0;
    return taken;
  }
}
