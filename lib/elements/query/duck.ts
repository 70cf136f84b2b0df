/*
 * The one DuckDB of the process: made at first use, bounded in memory, threads and disk, without access to files outside its own folder. It
 * runs statements written in this folder; texts from people and answers are passed as parameters, never in SQL.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import {
  DOUBLE,
  DuckDBInstance,
  VARCHAR,
  type DuckDBConnection,
  type DuckDBType,
  type DuckDBValue,
} from "@duckdb/node-api";
import { Semaphore } from "#lib/core/process/semaphore.ts";
import { cancelledError, throwIfCancelled } from "../errors.ts";
import { TableNotReady } from "./not-ready.ts";

const MEMORY_LIMIT = "1GB";
const SPILL_LIMIT = "16GB";
/** The most queries at once, and the most that may wait. */
const QUESTIONS_MAX = 2;
const WAITING_MAX = 64;
const TIME_LIMIT_MS = 20_000;

export type RunOptions = {
  readonly signal?: AbortSignal | undefined;
  readonly timeLimitMs?: number | undefined;
};

/** The values of a query's parameters, in order. */
export type Bound = (string | number)[];

/** A row of an answer: numbers are JavaScript numbers; whole numbers beyond 2^53 do not occur. */
export type AnswerRow = readonly DuckDBValue[];

/** A DuckDB whose files are in one folder. */
export class Duck {
  readonly #instance: DuckDBInstance;
  readonly #idle: DuckDBConnection[] = [];
  readonly #turns = new Semaphore(QUESTIONS_MAX);

  private constructor(instance: DuckDBInstance) {
    this.#instance = instance;
  }

  static async create(folder: string): Promise<Duck> {
    const settings = { threads: "2", max_temp_directory_size: SPILL_LIMIT };
    const { instance, connection } = await openConfined(":memory:", folder, settings);
    connection.closeSync();
    return new Duck(instance);
  }

  /** A separate connection for writing; the caller closes it. */
  connect(): Promise<DuckDBConnection> {
    return this.#instance.connect();
  }

  /**
   * Runs one query and returns all its rows.
   * @throws ElementsError CANCELLED; TableNotReady busy, tooSlow
   */
  async ask(sql: string, values: Bound, options: RunOptions): Promise<AnswerRow[]> {
    return this.#use(options, async (connection) => {
      const reader = await connection.runAndReadAll(sql, values, values.map(typeOf));
      return reader.getRows().map((row) => row.map(plain));
    });
  }

  /**
   * Runs a query with numeric columns and puts them into arrays, one for each column, up to the arrays' length, so that millions of rows
   * need no objects.
   * @returns number of rows put into the arrays
   * @throws as `ask`
   */
  async askInto(
    sql: string,
    values: Bound,
    into: readonly (Int32Array | Float64Array)[],
    options: RunOptions,
  ): Promise<number> {
    const room = Math.min(...into.map(({ length }) => length));
    return this.#use(options, async (connection) => {
      const result = await connection.stream(sql, values, values.map(typeOf));
      let size = 0;
      for await (const chunk of result) {
        const rows = Math.min(chunk.rowCount, room - size);
        for (const [column, numbers] of into.entries()) {
          const vector = chunk.getColumnVector(column);
          for (let i = 0; i < rows; i++) numbers[size + i] = Number(vector.getItem(i));
        }
        size += rows;
      }
      return size;
    });
  }

  close(): void {
    for (const connection of this.#idle.splice(0)) connection.closeSync();
    this.#instance.closeSync();
  }

  /** Runs the work when fewer than QUESTIONS_MAX queries are running. */
  async #use<T>(options: RunOptions, work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    if (this.#turns.queued >= WAITING_MAX) throw new TableNotReady("busy", null);
    const release = await this.#turns.acquire(options.signal, () => cancelledError(options.signal));
    try {
      const connection = this.#idle.pop() ?? (await this.#instance.connect());
      return await this.#run(connection, options, work);
    } finally {
      release();
    }
  }

  async #run<T>(
    connection: DuckDBConnection,
    { signal, timeLimitMs }: RunOptions,
    work: (connection: DuckDBConnection) => Promise<T>,
  ): Promise<T> {
    const interrupt = (): void => connection.interrupt();
    const late = AbortSignal.timeout(timeLimitMs ?? TIME_LIMIT_MS);
    late.addEventListener("abort", interrupt, { once: true });
    signal?.addEventListener("abort", interrupt, { once: true });
    try {
      throwIfCancelled(signal);
      return await work(connection);
    } catch (error) {
      throwIfCancelled(signal);
      throw late.aborted ? new TableNotReady("tooSlow", null, error) : error;
    } finally {
      late.removeEventListener("abort", interrupt);
      signal?.removeEventListener("abort", interrupt);
      this.#idle.push(connection);
    }
  }
}

/**
 * A DuckDB that loads no extensions and accesses only the files of one folder, which it also spills to.
 * @param path a file elsewhere that it may access too
 */
export async function openConfined(
  database: string,
  folder: string,
  settings: Record<string, string>,
  path?: string,
): Promise<{ instance: DuckDBInstance; connection: DuckDBConnection }> {
  const spill = join(folder, "spill");
  await mkdir(spill, { recursive: true, mode: 0o700 });
  const instance = await DuckDBInstance.create(database, {
    memory_limit: MEMORY_LIMIT,
    temp_directory: spill,
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
    ...settings,
  });
  const connection = await instance.connect();
  await connection.run(`SET allowed_directories = [${quoted(folder)}]`);
  if (path !== undefined) await connection.run(`SET allowed_paths = [${quoted(path)}]`);
  await connection.run("SET enable_external_access = false");
  await connection.run("SET lock_configuration = true");
  return { instance, connection };
}

/** Quotes one of our own texts for SQL: paths in ATTACH and SET, which take no parameters. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** The type of a parameter, stated explicitly because a whole number may be beyond 64 bits. */
function typeOf(value: string | number): DuckDBType {
  return typeof value === "number" ? DOUBLE : VARCHAR;
}

function plain(value: DuckDBValue): DuckDBValue {
  return typeof value === "bigint" ? Number(value) : value;
}
