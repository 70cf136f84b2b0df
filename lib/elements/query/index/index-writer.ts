/*
 * Makes the index of a table from its snapshots: one pass over the rows numbers the values as they come, DuckDB sorts the values of each
 * column, then the numbers are replaced by places in that order. It never changes a snapshot; the file appears by one rename.
 */
import { randomUUID } from "node:crypto";
import { rename, rm } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { INTEGER, VARCHAR, type DuckDBConnection } from "@duckdb/node-api";
import { kept } from "#lib/core/language/kept-texts.ts";
import { storageError, throwIfCancelled } from "#lib/elements/errors.ts";
import { ChunkWriter } from "./chunks.ts";
import { CodeFile } from "./code-file.ts";
import { quoted, type Duck } from "../duck.ts";
import { FillPatterns } from "./fill-patterns.ts";
import {
  INDEX_FORMAT,
  WIDE_MAX,
  type IndexColumn,
  type IndexedSources,
  type IndexInfo,
  type IndexSource,
} from "./index-format.ts";
import { Intake, DIRECT_FROM } from "./intake.ts";
import { rankValues, writeDictionary } from "./ranking.ts";
import { uniteColumns, type ColumnUnion, type UnionColumn } from "../union.ts";

export type WriteIndexOptions = {
  readonly duck: Duck;
  readonly sources: IndexedSources;
  /** Path of the index; an existing file is replaced. */
  readonly path: string;
  readonly signal: AbortSignal;
  readonly onProgress: (rowsDone: number) => void;
};

type Work = Pick<WriteIndexOptions, "sources" | "signal" | "onProgress"> & {
  readonly connection: DuckDBConnection;
  /** Names of the attached databases: the index, and what is in memory until it is written there. */
  readonly index: string;
  readonly stage: string;
};

/** Longest stretch of work before other requests get their turn. */
const TURN_MS = 8;
/** The most cells whose places are in memory at once during patching. */
const PATCHED_CELLS_MAX = 48_000_000;

/**
 * Writes the index of a table.
 * @throws ElementsError SNAPSHOT_DAMAGED, STORAGE_FULL, STORAGE_FAILED, CANCELLED; after any error no file is left behind
 */
export async function writeIndex({ duck, path, ...options }: WriteIndexOptions): Promise<void> {
  const id = randomUUID().replaceAll("-", "");
  const files = { index: `${path}.${id}.new`, codes: `${path}.${id}.codes` };
  const catalogs = { index: `n${id}`, stage: `s${id}` };
  const connection = await duck.connect();
  const interrupt = (): void => connection.interrupt();
  options.signal.addEventListener("abort", interrupt, { once: true });
  try {
    throwIfCancelled(options.signal);
    await connection.run(`ATTACH ${quoted(files.index)} AS ${catalogs.index}`);
    // Writing must not block the event loop: data goes into memory at once, and DuckDB's threads write the file.
    await connection.run(`ATTACH ':memory:' AS ${catalogs.stage}`);
    await write({ ...options, ...catalogs, connection }, files.codes);
    await connection.run(`CHECKPOINT ${catalogs.index}`);
    await connection.run(`DETACH ${catalogs.index}`);
    await rename(files.index, path);
  } catch (error) {
    throwIfCancelled(options.signal);
    throw isOfStorage(error)
      ? storageError(error, kept("Preparing the table for sorting and filtering"))
      : error;
  } finally {
    options.signal.removeEventListener("abort", interrupt);
    for (const catalog of Object.values(catalogs))
      await connection.run(`DETACH DATABASE IF EXISTS ${catalog}`).catch(() => undefined);
    connection.closeSync();
    for (const file of Object.values(files)) {
      await rm(file, { force: true });
      await rm(`${file}.wal`, { force: true });
    }
  }
}

function isOfStorage(error: unknown): boolean {
  return error instanceof Error && ("code" in error || /IO Error|No space left/.test(error.message));
}

async function write(work: Work, codesPath: string): Promise<void> {
  const { connection, index, stage, signal } = work;
  const union = uniteColumns(work.sources.map(({ snapshot }) => snapshot.meta));
  const wide = widest(union.columns);
  const codes = await CodeFile.create(codesPath, wide.length);
  try {
    const intake = await Intake.open(connection, stage, union.columns.length, wide, codes);
    await takeIn(work, intake, union);
    intake.close();
    await codes.flush();
    await rankValues(connection, stage);
    throwIfCancelled(signal);
    await writeDictionary(connection, work);
    const info = await describe(work, union.columns, wide);
    throwIfCancelled(signal);
    await fillInDirect(work, codes, intake, info);
    info.hasPatterns = await writeRows(work, codes, info);
    await connection.run(
      `CREATE TABLE ${index}.l AS SELECT l.col, l.row, r.place AS code
         FROM ${stage}.l AS l JOIN ${stage}.r AS r ON r.col = l.col AND r.code = l.code ORDER BY l.col, l.row`,
    );
    await connection.run(`CREATE TABLE ${index}.info (json VARCHAR)`);
    await connection.run(`INSERT INTO ${index}.info VALUES (?)`, [JSON.stringify(info)]);
  } finally {
    await codes.close();
  }
}

/** Places of the columns with the most cells, in order. */
function widest(columns: readonly UnionColumn[]): number[] {
  const byCells = columns
    .map(({ fill }, place) => ({ place, cells: fill.present + fill.emptyText + fill.none }))
    .sort((a, b) => b.cells - a.cells || a.place - b.place);
  const places = byCells.slice(0, WIDE_MAX).map(({ place }) => place);
  return places.sort((a, b) => a - b);
}

async function takeIn(work: Work, intake: Intake, union: ColumnUnion): Promise<void> {
  let turnAt = performance.now();
  let row = 0;
  for (const [i, { snapshot, ifcClass }] of work.sources.entries()) {
    intake.startSource(snapshot, union.placeOfColumn[i] ?? [], ifcClass);
    for await (const block of snapshot.iterateBlocks(work.signal)) {
      for (let n = 0; n < block.ends.length; n++) {
        intake.take(row++, block.bytes, n === 0 ? 0 : (block.ends[n - 1] ?? 0), block.ends[n] ?? 0);
        if (intake.isFull) await intake.flush();
        if (performance.now() - turnAt > TURN_MS) {
          work.onProgress(row);
          await nextTurn();
          turnAt = performance.now();
        }
      }
    }
  }
  work.onProgress(row);
}

/** Replaces the codes of values that got no number by their places, written as negative numbers. */
async function fillInDirect(
  work: Work,
  codes: CodeFile,
  intake: Intake,
  { wide, rows }: IndexInfo,
): Promise<void> {
  const direct = wide.map((place, w) => ({ place, w })).filter(({ place }) => intake.hasDirect(place));
  const groupSize = Math.max(1, Math.floor(PATCHED_CELLS_MAX / Math.max(1, rows)));
  for (let from = 0; from < direct.length; from += groupSize) {
    const group: { w: number; places: Int32Array }[] = [];
    for (const { place, w } of direct.slice(from, from + groupSize))
      group.push({ w, places: await directPlaces(work, place, rows) });
    throwIfCancelled(work.signal);
    await codes.eachBlock((block) => {
      for (const { w, places } of group) {
        const column = block.columns[w];
        if (!column) continue;
        for (let i = 0; i < block.rows; i++)
          if ((column[i] ?? 0) >= DIRECT_FROM) column[i] = -(places[block.from + i] ?? 0);
      }
      return true;
    });
  }
}

/** Row → place of its value in a column, for cells whose values got no number. */
async function directPlaces({ connection, stage }: Work, column: number, rows: number): Promise<Int32Array> {
  const places = new Int32Array(rows);
  const result = await connection.stream(
    `SELECT (code - ${String(DIRECT_FROM)})::INTEGER, place FROM ${stage}.r
      WHERE col = ${String(column)} AND code >= ${String(DIRECT_FROM)}`,
  );
  for await (const chunk of result) {
    const [row, place] = [chunk.getColumnVector(0), chunk.getColumnVector(1)];
    for (let i = 0; i < chunk.rowCount; i++) places[Number(row.getItem(i))] = Number(place.getItem(i));
  }
  return places;
}

/** Writes `e`: every code as the place of its value, and `p`. @returns whether `p` has a pattern for every row */
async function writeRows(work: Work, codes: CodeFile, info: IndexInfo): Promise<boolean> {
  const { connection, index, stage } = work;
  const ids = await directPlaces(work, info.columns.length, info.rows);
  const classColumn = info.columns.length + 1;
  const tables = await numberedPlaces(work, [...info.wide, classColumn]);
  const maps = info.wide.map((place) => {
    const map = tables.get(place) ?? new Int32Array(1);
    map[0] = info.columns[place]?.missing ?? 0;
    return map;
  });
  const classOfRow = classNumbers(info.sources);
  const names = ["row", "k", "i", "p", ...info.wide.map((_, w) => `w${String(w)}`)];
  const integers = Object.fromEntries(names.map((name) => [name, INTEGER]));
  const writer = await ChunkWriter.create(connection, stage, "e", integers);
  const patterns = new FillPatterns(info.wide.flatMap((place) => info.columns[place] ?? []));
  const classMap = tables.get(classColumn) ?? new Int32Array(1);
  await codes.eachBlock(async ({ from, rows, columns: blocks }) => {
    throwIfCancelled(work.signal);
    const numbers = Int32Array.from({ length: rows }, (_, i) => from + i);
    const kinds = numbers.map((row) => classMap[classOfRow(row)] ?? 0);
    blocks.forEach((block, w) => {
      const map = maps[w] ?? classMap;
      for (let i = 0; i < rows; i++) {
        const code = block[i] ?? 0;
        block[i] = code < 0 ? -code : (map[code] ?? 0);
      }
    });
    const filled = patterns.number(blocks, rows);
    writer.addColumns([numbers, kinds, ids.subarray(from, from + rows), filled, ...blocks], rows);
    await nextTurn();
    return false;
  });
  writer.close();
  await connection.run(`CREATE TABLE ${index}.e AS SELECT * FROM ${stage}.e ORDER BY row`);
  await connection.run(`DROP TABLE ${stage}.e`);
  const letters = patterns.isBounded ? patterns.letters() : [];
  const states = await ChunkWriter.create(connection, index, "p", { pattern: INTEGER, states: VARCHAR });
  letters.forEach((text, pattern) => states.add([pattern, text], text.length));
  states.close();
  return patterns.isBounded;
}

/** Row → number of its class among the distinct classes, from 1 on, in the order of the sources. */
function classNumbers(sources: readonly IndexSource[]): (row: number) => number {
  const names = [...new Set(sources.map(({ ifcClass }) => ifcClass))];
  const ends: number[] = [];
  for (const { rows } of sources) ends.push((ends.at(-1) ?? 0) + rows);
  let source = 0;
  return (row) => {
    while (row >= (ends[source] ?? Infinity)) source++;
    return names.indexOf(sources[source]?.ifcClass ?? "") + 1;
  };
}

/** Column → (number of a value from the intake → its place). */
async function numberedPlaces(
  { connection, stage }: Work,
  columns: readonly number[],
): Promise<Map<number, Int32Array>> {
  const found = new Map<number, Int32Array>();
  const result = await connection.stream(
    `SELECT col, code, place FROM ${stage}.r WHERE code < ${String(DIRECT_FROM)} AND col IN (${columns.join(", ")})`,
  );
  for await (const chunk of result) {
    const [col, code, place] = [0, 1, 2].map((c) => chunk.getColumnVector(c));
    for (let i = 0; i < chunk.rowCount; i++) {
      const column = Number(col?.getItem(i));
      const number = Number(code?.getItem(i));
      let map = found.get(column) ?? new Int32Array(16);
      if (number >= map.length) {
        const larger = new Int32Array(Math.max(number + 1, map.length * 2));
        larger.set(map);
        map = larger;
      }
      map[number] = Number(place?.getItem(i));
      found.set(column, map);
    }
  }
  return found;
}

async function describe(
  { connection, index, sources }: Work,
  columns: readonly UnionColumn[],
  wide: number[],
): Promise<IndexInfo> {
  const reader = await connection.runAndReadAll(
    `SELECT col, count(*) FILTER (kind < 6)::INTEGER, min(num) FILTER (isfinite(num)), max(num) FILTER (isfinite(num)),
            coalesce(min(code) FILTER (kind >= 6), max(code) + 1)::INTEGER, (max(code) + 1)::INTEGER,
            coalesce(min(code) FILTER (kind = 7), max(code) + 1)::INTEGER,
            (SELECT count(*) FROM ${index}.s AS s WHERE s.col = d.col)::INTEGER
       FROM ${index}.d AS d GROUP BY col`,
  );
  const found = new Map(reader.getRows().map((row) => [Number(row[0]), row]));
  const number = (value: unknown): number | null => (typeof value === "number" ? value : null);
  await connection.run(
    `CREATE TABLE ${index}.b AS
       SELECT col, coalesce(min(code) FILTER (kind >= 6), max(code) + 1) AS blank, max(code) + 1 AS missing FROM ${index}.d GROUP BY col`,
  );
  return {
    format: INDEX_FORMAT,
    rows: sources.reduce((sum, { snapshot }) => sum + snapshot.meta.rows, 0),
    sources: sources.map(({ snapshot, ifcClass }) => ({
      ifcClass,
      rows: snapshot.meta.rows,
      sha256: snapshot.meta.sha256,
    })),
    columns: columns.map((column, place): IndexColumn => {
      const row = found.get(place) ?? [];
      return {
        ...column,
        distinct: number(row[1]) ?? 0,
        min: number(row[2]),
        max: number(row[3]),
        blank: number(row[4]) ?? 1,
        missing: number(row[5]) ?? 1,
        none: number(row[6]) ?? 1,
        respelled: number(row[7]) ?? 0,
      };
    }),
    ids: number(found.get(columns.length)?.[1]) ?? 0,
    wide,
    hasPatterns: false,
  };
}
