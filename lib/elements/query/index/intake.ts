/*
 * Takes in the rows of snapshots while an index is made: each cell gets the number of its value, and values go to DuckDB once, or once for
 * each cell where a column has too many distinct values. It does not know what happens to them there.
 */
import { BOOLEAN, DOUBLE, INTEGER, UTINYINT, VARCHAR, type DuckDBConnection } from "@duckdb/node-api";
import { kept } from "#lib/core/language/kept-texts.ts";
import { KIND_MASK, type CellKind } from "#lib/elements/cell-kinds.ts";
import { RowRecord } from "#lib/elements/snapshot/row-record.ts";
import type { Snapshot } from "#lib/elements/snapshot/snapshot.ts";
import { damaged } from "#lib/elements/errors.ts";
import { CHUNK_ROWS, ChunkWriter } from "./chunks.ts";
import type { CodeFile } from "./code-file.ts";
import { COLUMN_VALUES_MAX, ValueIndex } from "./value-index.ts";
import { keptValue, plainNumber, KIND_OF_CELL, KINDS, type KeptValue } from "../values.ts";

/** A cell whose value was not numbered gets this plus its row as its code. */
export const DIRECT_FROM = COLUMN_VALUES_MAX + 1;

export class Intake {
  /** True when `flush` must be awaited before the next row. */
  isFull = false;
  readonly #columns: number;
  readonly #wideOf: Int32Array;
  readonly #codes: CodeFile;
  readonly #values: ChunkWriter;
  readonly #long: ChunkWriter;
  readonly #numbers: NumberChunks;
  readonly #index: ValueIndex;
  readonly #hasDirect: Uint8Array;
  readonly #classes = new Set<string>();
  #record = new RowRecord([]);
  #placeOfNumber = new Int32Array(0);

  private constructor(
    columns: number,
    wide: readonly number[],
    codes: CodeFile,
    writers: { values: ChunkWriter; long: ChunkWriter; numbers: ChunkWriter },
  ) {
    this.#columns = columns;
    this.#wideOf = new Int32Array(columns).fill(-1);
    wide.forEach((place, w) => (this.#wideOf[place] = w));
    this.#codes = codes;
    this.#values = writers.values;
    this.#long = writers.long;
    this.#numbers = new NumberChunks(writers.numbers);
    this.#index = new ValueIndex(columns);
    this.#hasDirect = new Uint8Array(columns);
  }

  static async open(
    connection: DuckDBConnection,
    stage: string,
    columns: number,
    wide: readonly number[],
    codes: CodeFile,
  ): Promise<Intake> {
    const key = { col: INTEGER, code: INTEGER };
    const texts = { key: VARCHAR, fold: VARCHAR, text: VARCHAR };
    const value = { ...key, kind: UTINYINT, num: DOUBLE, ...texts, rounded: BOOLEAN };
    const values = await ChunkWriter.create(connection, stage, "v", value);
    const cell = { col: INTEGER, row: INTEGER, code: INTEGER };
    const long = await ChunkWriter.create(connection, stage, "l", cell);
    const numbers = await ChunkWriter.create(connection, stage, "n", { ...key, num: DOUBLE });
    return new Intake(columns, wide, codes, { values, long, numbers });
  }

  /** Starts the next snapshot, where the following rows come from; `places`: of its columns in the table. */
  startSource({ shapes, meta }: Snapshot, places: readonly number[], ifcClass: string): void {
    this.#record = new RowRecord(shapes);
    this.#placeOfNumber = new Int32Array(Math.max(0, ...meta.columnNumbers) + 1).fill(-1);
    for (const [at, place] of places.entries()) this.#placeOfNumber[meta.columnNumbers[at] ?? 0] = place;
    if (this.#classes.has(ifcClass)) return;
    this.#classes.add(ifcClass);
    this.#keep(this.#columns + 1, this.#classes.size, keptValue(KINDS.TEXT, ifcClass));
  }

  /** Takes the row in `bytes[start … end)`. @throws ElementsError SNAPSHOT_DAMAGED */
  take(row: number, bytes: Buffer, start: number, end: number): void {
    const record = this.#record;
    record.locate(bytes, start, end);
    const id = record.text(0);
    // GlobalIds are case-sensitive and have no natural order.
    this.#keep(this.#columns, DIRECT_FROM + row, { ...keptValue(KINDS.TEXT, id), key: id });
    const columns = record.columns();
    let from = start + record.endOf(0) + 1;
    for (let cell = 0; cell < record.cellCount; cell++) {
      const place = this.#placeOfNumber[columns[cell] ?? 0] ?? -1;
      if (place < 0) throw damaged(kept("a row has a cell without a column"));
      const to = start + record.endOf(cell + 1);
      const code = this.#codeOf(place, row, cell, from, to);
      from = to + 1;
      const w = this.#wideOf[place] ?? -1;
      const wide = this.#codes.columns[w];
      if (wide) wide[this.#codes.at] = code;
      else this.#long.add([place, row, code]);
    }
    this.isFull = this.#codes.endRow();
  }

  /** @param from and `to`: position of the cell's text */
  #codeOf(place: number, row: number, cell: number, from: number, to: number): number {
    const record = this.#record;
    const kind = KIND_OF_CELL[((record.bytes[record.kindsAt + cell + 1] ?? 0) & KIND_MASK) as CellKind];
    const known = this.#index.find(place, kind, record.bytes, from, to);
    if (known > 0 && !this.#index.isNew) return known;
    const code = known > 0 ? known : DIRECT_FROM + row;
    if (known === 0) this.#hasDirect[place] = 1;
    const num = kind === KINDS.NUMBER ? plainNumber(record.bytes, from, to) : Number.NaN;
    if (Number.isNaN(num)) this.#keep(place, code, keptValue(kind, record.text(cell + 1)));
    else this.#numbers.add(place, code, num);
    return code;
  }

  #keep(column: number, code: number, value: KeptValue): void {
    const { kind, num, key, fold, text, isRounded } = value;
    this.#values.add([column, code, kind, num, key, fold, text, isRounded], fold.length * 2);
  }

  async flush(): Promise<void> {
    await this.#codes.flush();
    this.isFull = false;
  }

  /** True when cells of the column have codes from DIRECT_FROM on. */
  hasDirect(place: number): boolean {
    return this.#hasDirect[place] === 1;
  }

  close(): void {
    this.#values.close();
    this.#long.close();
    this.#numbers.close();
  }
}

/** Numbers to be handed to DuckDB, kept in plain numeric arrays. */
class NumberChunks {
  readonly #writer: ChunkWriter;
  readonly #columns = new Int32Array(CHUNK_ROWS);
  readonly #codes = new Int32Array(CHUNK_ROWS);
  readonly #nums = new Float64Array(CHUNK_ROWS);
  #size = 0;

  constructor(writer: ChunkWriter) {
    this.#writer = writer;
  }

  add(column: number, code: number, num: number): void {
    const at = this.#size++;
    this.#columns[at] = column;
    this.#codes[at] = code;
    this.#nums[at] = num;
    if (this.#size === CHUNK_ROWS) this.#hand();
  }

  #hand(): void {
    if (this.#size > 0) this.#writer.addColumns([this.#columns, this.#codes, this.#nums], this.#size);
    this.#size = 0;
  }

  close(): void {
    this.#hand();
    this.#writer.close();
  }
}
