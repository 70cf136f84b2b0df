/*
 * Composes the stored form of rows (row-record.ts) in memory and counts their cells at the columns. A row exists only once it is committed:
 * an element whose bytes have not all arrived is started again without a trace.
 */
import { COMMA, type JsonWindow } from "./json/bytes.ts";
import { CellWriter } from "./cell-writer.ts";
import { EMPTY, FORMULA, KIND_COUNT, KIND_MASK, NULL } from "../cell-kinds.ts";
import type { ColumnTable } from "./column-table.ts";
import { IdIndex } from "../id-hash.ts";
import { exceeds, type ElementLimits } from "./limit-errors.ts";
import { INLINE_SHAPE, WIDE_ENDS } from "../snapshot/row-record.ts";
import { ShapeTable } from "../snapshot/shapes.ts";
import { StoredRows } from "../snapshot/stored-rows.ts";
import type { Warnings, WarningCode } from "../warnings.ts";
import type { RowKernel } from "../wasm/row-kernel.ts";

/** Extra room for a row: it ends with a trailer, and is written in blocks. */
const ROW_SLACK_BYTES = 128;
/** The most bytes of a cell's end, kind and column number after the row's texts. */
const CELL_TRAILER_BYTES_MAX = 9;
/** The most bytes of texts whose ends take two bytes; in longer rows ends take four. */
const NARROW_BYTES_MAX = 0xffff;

/** Adds the cells of the relations of the element with this id to its row. */
export type RowRelations = (rows: RowWriter, id: Uint8Array) => void;

/** Writes the rows of one table for its file. */
export class RowWriter {
  readonly shapes = new ShapeTable();
  /** Finished rows waiting to be taken. */
  readonly stored = new StoredRows();
  rows = 0;
  /** The current row. */
  readonly cells: CellWriter;
  /** Completes each row before it is committed; null where no relations are stated. */
  relations: RowRelations | null = null;
  readonly #columns: ColumnTable;
  readonly #warnings: Warnings;
  readonly #limits: ElementLimits;
  readonly #ids = new IdIndex();
  readonly #pending: { code: WarningCode; sample: string }[] = [];
  #idKind = 0;
  #idEnd = 0;
  #kernel: RowKernel | null = null;

  constructor(columns: ColumnTable, warnings: Warnings, limits: ElementLimits) {
    this.#columns = columns;
    this.#warnings = warnings;
    this.#limits = limits;
    this.cells = new CellWriter(limits);
  }

  /** Starts a row for an element of at most `bytesMax` bytes; an uncommitted row is discarded. */
  begin(bytesMax: number): void {
    this.cells.loneSurrogates = 0;
    this.#pending.length = 0;
    this.cells.clear(3 * bytesMax + ROW_SLACK_BYTES, this.shapes.seed);
  }

  /** Makes room in the current row for more cells, whose values take `bytes` bytes as JSON. */
  reserve(bytes: number, cells: number): void {
    const trailer = (this.cells.count + cells + 1) * CELL_TRAILER_BYTES_MAX + ROW_SLACK_BYTES;
    this.cells.reserve(bytes + cells + trailer);
  }

  /** Lets a kernel work on rows; null moves them out of its memory. */
  attach(kernel: RowKernel | null): void {
    this.#kernel = kernel;
    this.cells.attach(kernel);
  }

  /** Writes the row's id, the string whose opening quote is at `at`; returns the position after it. */
  id(window: JsonWindow, at: number): number {
    const end = this.cells.text(window, at);
    this.#idKind = this.cells.kind;
    this.#idEnd = this.cells.at;
    if (this.#idEnd > this.#limits.nameBytesMax)
      exceeds("NAME_TOO_LARGE", this.#limits.nameBytesMax, window.base + at);
    return end;
  }

  /** Writes the value at `at` as the cell of a column; returns the position after it. */
  cell(window: JsonWindow, at: number, depth: number, column: number): number {
    const cells = this.cells;
    cells.out[cells.at++] = COMMA;
    const end = cells.value(window, at, depth);
    const { textLengthMax } = this.#columns;
    if (cells.units > (textLengthMax[column] ?? 0)) textLengthMax[column] = cells.units;
    cells.add(column, cells.kind);
    return end;
  }

  /** Adds the cell of a property without a value. */
  nullCell(column: number): void {
    this.cells.out[this.cells.at++] = COMMA;
    this.cells.add(column, NULL);
  }

  /** Notes something odd about the element; discarded if its row is not committed. */
  warn(code: WarningCode, sample: string): void {
    this.#pending.push({ code, sample });
  }

  /** Makes the current row part of the table. */
  commit(): void {
    if (this.rows >= this.#limits.rowsMax) exceeds("TOO_MANY_ROWS", this.#limits.rowsMax);
    this.relations?.(this, this.cells.out.subarray(0, this.#idEnd));
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

  #idText(): string {
    const out = this.cells.out;
    return Buffer.from(out.buffer, out.byteOffset, this.#idEnd).toString("utf8");
  }

  #checkId(): void {
    const { out, loneSurrogates } = this.cells;
    const met = this.#ids.add(out, 0, this.#idEnd);
    if (met === "duplicate") this.#warnings.add("DUPLICATE_ID", this.#idText());
    else if (met !== "new") this.#warnings.add("ID_DIFFERS_BY_CASE", this.#idText());
    for (let i = 0; i < loneSurrogates; i++) this.#warnings.add("LONE_SURROGATE", this.#idText());
  }

  #finishRow(shape: number): void {
    const { cells } = this;
    const isWide = cells.at > NARROW_BYTES_MAX;
    const kernel = this.#kernel;
    if (kernel && !isWide && cells.isIn(kernel) && this.#columns.isIn(kernel)) {
      const rowAt = kernel.row.byteOffset;
      cells.at = kernel.finish(cells.at + rowAt, cells.count, this.#idEnd, this.#idKind) - rowAt;
    } else {
      this.#countCells();
      this.#writeEnds(isWide);
    }
    if (shape === INLINE_SHAPE) for (let i = 0; i < cells.count; i++) this.#put4(cells.columns[i] ?? 0);
    this.#put4(isWide ? cells.count | WIDE_ENDS : cells.count);
    this.#put4(shape);
    this.stored.add(cells.out, cells.at);
    this.rows++;
  }

  /** Writes ends and kinds, like `RowKernel.finish`. */
  #writeEnds(isWide: boolean): void {
    const { cells } = this;
    const put = (end: number): void => {
      cells.out[cells.at++] = end;
      cells.out[cells.at++] = end >>> 8;
      if (!isWide) return;
      cells.out[cells.at++] = end >>> 16;
      cells.out[cells.at++] = end >>> 24;
    };
    put(this.#idEnd);
    for (let i = 0; i < cells.count; i++) put(cells.ends[i] ?? 0);
    cells.out[cells.at++] = this.#idKind;
    for (let i = 0; i < cells.count; i++) cells.out[cells.at++] = cells.kinds[i] ?? EMPTY;
  }

  #put4(value: number): void {
    const { cells } = this;
    cells.out[cells.at++] = value;
    cells.out[cells.at++] = value >>> 8;
    cells.out[cells.at++] = value >>> 16;
    cells.out[cells.at++] = value >>> 24;
  }
}
