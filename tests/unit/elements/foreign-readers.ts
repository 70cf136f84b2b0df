/**
 * Reads exported files with programs that share no code with Portico: csv-parse, read-excel-file, DuckDB and hyparquet, JSON.parse. Each
 * returns the GlobalIds in order, the columns by set and property, and whether a cell says what a value of the answer says.
 */
import { readFile } from "node:fs/promises";
import { zstdDecompressSync } from "node:zlib";
import { DuckDBInstance, DuckDBListValue, type DuckDBConnection } from "@duckdb/node-api";
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import readWorkbook from "read-excel-file/node";
import { expect } from "vitest";
import type { CsvOptions } from "#lib/elements/files/csv/options.ts";
import { parseHeading, unguardText } from "#tests/support/told-headings.ts";
import { readFields } from "./whole-csv.ts";

/** A number of the answer with its original spelling. */
export class Digits {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** What a cell must say; undefined means that the element has no such property. */
export type Value = string | boolean | Digits | object | null | undefined;

export type ForeignFile = {
  ids: string[];
  /** "set\0property"; attributes have the set "attributes". */
  columns: string[];
  /** Whether the cell says exactly this value. */
  says: (row: number, column: number, value: Value) => boolean;
};

/** How a property without a value is written where the format has no notation for it. */
export const NO_VALUE = "NULL";

type Reviver = (key: string, value: unknown) => unknown;
/** JSON.parse that keeps the spelling of numbers (ECMAScript "JSON.parse source text access", not in the compiler's library yet). */
export function parseKeepingDigits(text: string): unknown {
  const revive = ((_key: string, value: unknown, { source }: { source?: string }) =>
    typeof value === "number" ? new Digits(source ?? "") : value) as Reviver;
  return JSON.parse(text, revive);
}

const keyOf = (set: string | null, property: string): string => `${set ?? "attributes"}\0${property}`;

function keyOfHeading(heading: string): string {
  const parts = parseHeading(heading);
  if (parts === null) throw new Error(`${heading} stands for no property`);
  return keyOf(parts.origin === "attribute" ? null : parts.set, parts.property);
}

/** JSON texts are equal when they differ only in white space. */
export function isSameJson(found: unknown, value: object): boolean {
  const plain = (json: unknown): string =>
    JSON.stringify(json, (_key, held: unknown) => (held instanceof Digits ? `\0${held.text}` : held));
  return typeof found === "string" && plain(parseKeepingDigits(found)) === plain(value);
}

const isSameNumber = (found: number | bigint, { text }: Digits): boolean =>
  typeof found === "bigint" ? found === BigInt(text) : Object.is(found + 0, Number(text) + 0);

/** csv-parse. A text is compared without the guard that the options give it. */
export function readCsv(csv: Buffer | string, options: CsvOptions): ForeignFile {
  const { decimalMark, noneAs, booleans, guardsFormulas } = options;
  const bare = (text: string): string => (guardsFormulas ? unguardText(text) : text);
  const [headings = [], ...rows] = readFields(csv, options);
  return {
    ids: rows.map(([id]) => bare(id?.text ?? "")),
    columns: headings.slice(1).map(({ text }) => keyOfHeading(bare(text))),
    says: (row, column, value) => {
      const field = rows[row]?.[column + 1];
      if (field === undefined) return false;
      const { text, isQuoted } = field;
      if (value === undefined) return text === "" && !isQuoted;
      if (value === null) return text === noneAs && !isQuoted;
      if (value === "") return text === "" && isQuoted;
      if (typeof value === "string") return bare(text) === value && (isQuoted || text !== noneAs);
      if (typeof value === "boolean") return text === booleans[value ? 0 : 1];
      return value instanceof Digits
        ? text === value.text.replace(".", decimalMark)
        : isSameJson(text, value);
    },
  };
}

/** read-excel-file over a workbook that uses `NO_VALUE` as its mark. It cannot tell an empty cell from a missing one. */
export async function readXlsxFile(path: string): Promise<ForeignFile> {
  const [sheet] = await readWorkbook(path, { trim: false });
  const [headings = [], ...rows] = sheet?.data ?? [];
  return {
    ids: rows.map(([id]) => String(id)),
    columns: headings.slice(1).map((heading) => keyOfHeading(String(heading))),
    says: (row, column, value) => {
      const cell = rows[row]?.[column + 1] ?? null;
      if (value === undefined || value === "") return cell === null;
      if (value === null) return cell === NO_VALUE;
      if (typeof value !== "object") return cell === value;
      if (!(value instanceof Digits)) return isSameJson(cell, value);
      return typeof cell === "number" ? isSameNumber(cell, value) : cell === value.text;
    },
  };
}

type ParquetRow = Record<string, unknown>;
type ParquetMeta = {
  noValue: string | null;
  columns: { name: string; set: string | null; property: string; kind?: string }[];
};

function kindOf(value: string | boolean | object): string {
  if (value instanceof Digits) return "number";
  if (typeof value === "object") return Array.isArray(value) ? "list" : "object";
  return typeof value === "string" ? "text" : "boolean";
}

function parquetFile(rows: readonly ParquetRow[], meta: ParquetMeta): ForeignFile {
  return {
    ids: rows.map((row) => String(row["GlobalId"])),
    columns: meta.columns.map(({ set, property }) => keyOf(set, property)),
    says: (row, column, value) => {
      const { name = "", kind } = meta.columns[column] ?? {};
      const held = rows[row]?.[name] ?? null;
      const none = meta.noValue === null ? [] : rows[row]?.[meta.noValue];
      const isNone = Array.isArray(none) && none.includes(name);
      if (isNone !== (value === null)) return false;
      if (value === undefined || value === null) return held === null;
      const said = kind === undefined ? undefined : rows[row]?.[kind];
      const own = kindOf(value);
      if ((said ?? own) !== own) return false;
      if (typeof value === "string") return held === value;
      if (typeof value === "boolean") return held === value || held === String(value);
      if (!(value instanceof Digits)) return isSameJson(held, value);
      return typeof held === "number" || typeof held === "bigint"
        ? isSameNumber(held, value)
        : held === value.text;
    },
  };
}

/** hyparquet: a Parquet reader written in JavaScript. */
export async function readParquetFile(path: string): Promise<ForeignFile> {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  const said = metadata.key_value_metadata?.find(({ key }) => key === "portico")?.value ?? "";
  const rows = await parquetReadObjects({
    file,
    metadata,
    compressors: { ZSTD: (input) => new Uint8Array(zstdDecompressSync(input)) },
  });
  return parquetFile(rows, JSON.parse(said) as ParquetMeta);
}

let duck: Promise<DuckDBConnection> | null = null;

/** DuckDB; one instance for all files of a test run. */
export async function readParquetByDuckDb(path: string): Promise<ForeignFile> {
  const connection = await (duck ??= DuckDBInstance.create(":memory:").then((instance) =>
    instance.connect(),
  ));
  const quoted = `'${path.replaceAll("'", "''")}'`;
  const said = await connection.runAndReadAll(
    `SELECT decode(value) FROM parquet_kv_metadata(${quoted}) WHERE decode(key) = 'portico'`,
  );
  const reader = await connection.runAndReadAll(`SELECT * FROM read_parquet(${quoted})`);
  const rows = reader
    .getRowObjects()
    .map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          value instanceof DuckDBListValue ? value.items : value,
        ]),
      ),
    );
  return parquetFile(rows, JSON.parse(String(said.getRows()[0]?.[0])) as ParquetMeta);
}

type Line = {
  id: string;
  attributes: Record<string, unknown>;
  sets: Record<string, Record<string, unknown>>;
};

/** JSON.parse of each line; the columns are those that occur in any line. */
export async function readJsonLines(path: string): Promise<ForeignFile> {
  const texts = (await readFile(path, "utf8")).split("\n").slice(0, -1);
  const cells = new Map<string, unknown[]>();
  const ids = texts.map((text, row) => {
    const { id, attributes, sets } = parseKeepingDigits(text) as Line;
    for (const [set, properties] of [["attributes", attributes] as const, ...Object.entries(sets)]) {
      for (const [property, value] of Object.entries(properties)) {
        const key = keyOf(set, property);
        const column = cells.get(key) ?? [];
        column[row] = value;
        cells.set(key, column);
      }
    }
    return id;
  });
  const columns = [...cells.keys()];
  return {
    ids,
    columns,
    says: (row, column, value) => {
      const held = cells.get(columns[column] ?? "")?.[row];
      if (typeof value !== "object" || value === null) return held === value;
      if (value instanceof Digits) return held instanceof Digits && held.text === value.text;
      return typeof held === "object" && held !== null && isSameJson(restore(held), value);
    },
  };
}

/** The JSON text of a parsed value, with numbers spelled as before. */
function restore(value: unknown): string {
  if (value instanceof Digits) return value.text;
  if (Array.isArray(value)) return `[${value.map(restore).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, held]) => `${JSON.stringify(key)}:${restore(held)}`);
  return `{${members.join(",")}}`;
}

/** An answer of the service as `parseKeepingDigits` reads it. */
export type ForeignAnswer = Record<string, Record<string, Record<string, Value>>>;

/** Number of compared cells; every property of the answer is one of them. */
export function compareFile(file: ForeignFile, answer: ForeignAnswer, what: string): number {
  const elements = Object.entries(answer);
  expect(file.ids, what).toEqual(elements.map(([id]) => id));
  const columns = file.columns.map((key) => key.split("\0") as [string, string]);
  expect(new Set(file.columns).size, what).toBe(columns.length);
  let [compared, present] = [0, 0];
  for (const [row, [id, sets]] of elements.entries()) {
    for (const [column, [set, property]] of columns.entries()) {
      const properties = sets[set];
      const stated =
        properties !== undefined && Object.hasOwn(properties, property) ? properties[property] : undefined;
      // Half characters of a text are replaced when it is read.
      const value = typeof stated === "string" ? stated.toWellFormed() : stated;
      if (value !== undefined) present++;
      if (!file.says(row, column, value)) expect.fail(`${what}: ${id}, ${set}, ${property}`);
      compared++;
    }
  }
  const stated = elements.flatMap(([, sets]) => Object.values(sets).map((set) => Object.keys(set).length));
  expect(present, what).toBe(stated.reduce((sum, count) => sum + count, 0));
  return compared;
}
