/*
 * Writes rows into a DuckDB table chunk by chunk, column by column, which is the fastest way. Values arrive in order and are handed over
 * when a chunk is full or its texts are large.
 */
import {
  DuckDBDataChunk,
  type DuckDBAppender,
  type DuckDBConnection,
  type DuckDBType,
  type DuckDBValue,
} from "@duckdb/node-api";

/** Rows of one chunk; DuckDB's own vector size. */
export const CHUNK_ROWS = 2048;
const CHUNK_TEXT_MAX = 8 * 1024 * 1024;
/** The most values handed over before DuckDB stores them, which blocks the event loop. */
const WAITING_VALUES_MAX = 4_000_000;

export class ChunkWriter {
  readonly #appender: DuckDBAppender;
  readonly #types: readonly DuckDBType[];
  readonly #columns: DuckDBValue[][];
  #textLength = 0;
  #waiting = 0;

  private constructor(appender: DuckDBAppender, types: readonly DuckDBType[]) {
    this.#appender = appender;
    this.#types = types;
    this.#columns = types.map(() => []);
  }

  /** Creates the table that it writes. */
  static async create(
    connection: DuckDBConnection,
    catalog: string,
    table: string,
    columns: Readonly<Record<string, DuckDBType>>,
  ): Promise<ChunkWriter> {
    const fields = Object.entries(columns).map(([name, type]) => `${name} ${String(type)}`);
    await connection.run(`CREATE TABLE ${catalog}.${table} (${fields.join(", ")})`);
    const appender = await connection.createAppender(table, "main", catalog);
    return new ChunkWriter(appender, Object.values(columns));
  }

  /** Adds a row; `textLength`: characters of its texts. */
  add(values: readonly DuckDBValue[], textLength = 0): void {
    for (let i = 0; i < values.length; i++) this.#columns[i]?.push(values[i] ?? null);
    this.#textLength += textLength;
    if ((this.#columns[0]?.length ?? 0) >= CHUNK_ROWS || this.#textLength >= CHUNK_TEXT_MAX) this.#hand();
  }

  /** Writes `rows` complete rows, given column by column; do not mix with `add`. */
  addColumns(columns: readonly (Int32Array | Float64Array)[], rows: number): void {
    const chunk = DuckDBDataChunk.create(this.#types, rows);
    columns.forEach((items, column) => {
      const vector = chunk.getColumnVector(column);
      for (let i = 0; i < rows; i++) vector.setItem(i, items[i] ?? 0);
      vector.flush();
    });
    this.#append(chunk, rows);
  }

  #append(chunk: DuckDBDataChunk, rows: number): void {
    this.#appender.appendDataChunk(chunk);
    this.#waiting += rows * this.#types.length;
    if (this.#waiting < WAITING_VALUES_MAX) return;
    this.#appender.flushSync();
    this.#waiting = 0;
  }

  #hand(): void {
    const rows = this.#columns[0]?.length ?? 0;
    if (rows === 0) return;
    const chunk = DuckDBDataChunk.create(this.#types, rows);
    chunk.setColumns(this.#columns);
    this.#append(chunk, rows);
    for (const column of this.#columns) column.length = 0;
    this.#textLength = 0;
  }

  close(): void {
    this.#hand();
    this.#appender.flushSync();
    this.#appender.closeSync();
  }
}
