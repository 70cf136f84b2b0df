/*
 * Writes an element table as a Parquet file through a separate DuckDB, whose data is in the work folder, so that memory stays bounded.
 * Values are passed as parameters and chunks, never in SQL; statements contain only names that are made and quoted here.
 */
import { mkdtempDisposable, open } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import {
  DuckDBDataChunk,
  LIST,
  listValue,
  VARCHAR,
  type DuckDBConnection,
  type DuckDBType,
  type DuckDBValue,
} from "@duckdb/node-api";
import { kept } from "#lib/core/language/kept-texts.ts";
import { ElementsError, throwIfCancelled } from "#lib/elements/errors.ts";
import { openConfined, quoted } from "#lib/elements/query/duck.ts";
import type { Layout } from "../layout.ts";
import { digestOf, type TextRows } from "../pieces.ts";
import type { ExportTable } from "../table.ts";
import type { FormatWritten, WriteFile } from "../written.ts";
import { chooseTypes, type FixedType } from "./column-types.ts";
import { planColumns, type ParquetPlan } from "./plan.ts";
import { PARQUET_COLUMNS_MAX } from "./forecast.ts";

/** The most cells and rows of one chunk. */
const CHUNK_CELLS = 100_000;
const CHUNK_ROWS = 2_048;
/** After this many characters of text a chunk is handed over. */
const CHUNK_CHARACTERS = 16 * 1024 * 1024;

/** From this number of columns on, rows are staged as lists (`wideStage`). */
const WIDE_FROM = 300;
/** The most cells of a row group, whose pages stay in memory until it is complete; its rows are a multiple of the unit. */
const ROW_GROUP_CELLS = 4_000_000;
const ROW_GROUP_UNIT = 2_048;

export type WriteParquet = TextRows & {
  readonly layout: Pick<Layout, "fronts" | "headings">;
  /** The columns' types, where they must be the same in every file; else the values decide. */
  readonly types?: readonly FixedType[] | undefined;
  /** The file to make. */
  readonly path: string;
  /** A folder for temporary files. */
  readonly workFolder: string;
  readonly signal: AbortSignal;
};

/** Writes the whole table to a new file. @throws as `writeParquet`; the system's errors of the disk */
export async function writeParquetFile({ table, layout, path, progress }: WriteFile): Promise<FormatWritten> {
  await using work = await mkdtempDisposable(join(path, "..", "parquet-stage-"));
  const { signal } = progress;
  const onRows = (rows: number): void => progress.advance(rows);
  const { names } = await writeParquet({ table, layout, path, workFolder: work.path, signal, onRows });
  await using file = await open(path, "r+");
  await file.sync();
  return { ...(await digestOf(path, signal)), headings: [names] };
}

/**
 * Writes the file.
 * @returns the plan, which is needed to read the file back
 * @throws ElementsError BAD_OPTION for too many columns, CANCELLED, SNAPSHOT_DAMAGED
 */
export async function writeParquet(given: WriteParquet): Promise<ParquetPlan> {
  const { table, layout, path, workFolder, signal, onRows } = given;
  if (table.columns.length > PARQUET_COLUMNS_MAX) {
    throw new ElementsError(
      "BAD_OPTION",
      kept(
        "A Parquet file takes up to {max} columns and this table has {columns}. Choose fewer columns, or CSV or JSON.",
        { max: String(PARQUET_COLUMNS_MAX), columns: String(table.columns.length) },
      ),
    );
  }
  const types =
    given.types === undefined
      ? await chooseTypes(table, signal)
      : { types: given.types, hasNone: true, isFixed: true };
  const plan = planColumns(table, types, layout);
  await using duck = await openDuck(workFolder, path);
  const { connection } = duck;
  const interrupt = (): void => {
    connection.interrupt();
  };
  signal.addEventListener("abort", interrupt, { once: true });
  try {
    const stage = plan.types.length > WIDE_FROM ? wideStage(plan) : narrowStage(plan);
    await connection.run(
      `CREATE TABLE t (${stage.types.map((type, i) => `c${String(i)} ${String(type)}`).join(", ")})`,
    );
    await fill(connection, plan, stage, table, signal, onRows);
    const named = plan.names.map((name, i) => `${stage.select(i)} AS "${name.replaceAll('"', '""')}"`);
    await connection.run(
      `COPY (SELECT ${named.join(", ")} FROM t) TO ${quoted(path)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${String(rowGroupRows(plan))}, KV_METADATA {portico: ${quoted(plan.metadata)}})`,
    );
    return plan;
  } catch (error) {
    throwIfCancelled(signal);
    throw error;
  } finally {
    signal.removeEventListener("abort", interrupt);
  }
}

function rowGroupRows({ types }: ParquetPlan): number {
  const units = Math.floor(ROW_GROUP_CELLS / types.length / ROW_GROUP_UNIT);
  return Math.min(Math.max(1, units), 60) * ROW_GROUP_UNIT;
}

/** How rows are staged in DuckDB until they are written. */
type Stage = {
  types: readonly DuckDBType[];
  row: (values: readonly DuckDBValue[]) => DuckDBValue[];
  /** SQL for a column of the file. */
  select: (column: number) => string;
};

/** One staging column for each column of the file. */
function narrowStage({ types }: ParquetPlan): Stage {
  return { types, row: (values) => [...values], select: (column) => `c${String(column)}` };
}

/** All columns as one list of texts, cast to their types when written: DuckDB holds 256 KiB for every column of a table. */
function wideStage({ types }: ParquetPlan): Stage {
  const last = types.length - 1;
  const hasList = types[last]?.typeId === LIST(VARCHAR).typeId;
  return {
    types: hasList ? [LIST(VARCHAR), LIST(VARCHAR)] : [LIST(VARCHAR)],
    row: (values) => {
      const texts = (hasList ? values.slice(0, -1) : values).map((value) =>
        value === null ? null : String(value),
      );
      return hasList ? [listValue(texts), values[last] ?? null] : [listValue(texts)];
    },
    select: (column) =>
      hasList && column === last
        ? "c1"
        : `CAST(c0[${String(column + 1)}] AS ${String(types[column] ?? VARCHAR)})`,
  };
}

/** A DuckDB whose data is in a folder, and which can access only the files in it and `path`. */
export async function openDuck(workFolder: string, path: string) {
  // Each thread holds the pages of one row group in memory.
  const settings = { threads: "1" };
  const { instance, connection } = await openConfined(
    join(workFolder, "stage.duckdb"),
    workFolder,
    settings,
    path,
  );
  // The data is deleted with the folder, so closing need not make it durable.
  await connection.run("PRAGMA disable_checkpoint_on_shutdown");
  return {
    connection,
    [Symbol.asyncDispose]: () => {
      connection.closeSync();
      instance.closeSync();
      return Promise.resolve();
    },
  };
}

async function fill(
  connection: DuckDBConnection,
  plan: ParquetPlan,
  stage: Stage,
  table: ExportTable,
  signal: AbortSignal,
  onRows: WriteParquet["onRows"],
): Promise<void> {
  const appender = await connection.createAppender("t");
  const rowsMax = Math.max(1, Math.min(CHUNK_ROWS, Math.floor(CHUNK_CELLS / plan.types.length)));
  let columns: DuckDBValue[][] = stage.types.map(() => []);
  let [held, characters, rows] = [0, 0, 0];
  const hand = (): void => {
    if (held === 0) return;
    const chunk = DuckDBDataChunk.create([...stage.types], held);
    chunk.setColumns(columns);
    appender.appendDataChunk(chunk);
    columns = stage.types.map(() => []);
    [held, characters] = [0, 0];
  };
  for await (const row of table.iterate(signal)) {
    const values = plan.valuesOf(row);
    for (const value of values) if (typeof value === "string") characters += value.length;
    for (const [i, value] of stage.row(values).entries()) columns[i]?.push(value);
    held++;
    rows++;
    if (held < rowsMax && characters < CHUNK_CHARACTERS) continue;
    hand();
    onRows?.(rows);
    await nextTurn();
  }
  hand();
  appender.flushSync();
  appender.closeSync();
  onRows?.(rows);
}
