/*
 * Reads a Parquet file back with DuckDB's reader and compares it with the table: names, every value of every row by its type, which
 * properties are missing and which have no value. It never repairs anything.
 */
import { mkdtempDisposable } from "node:fs/promises";
import { join } from "node:path";
import { DuckDBBlobValue, DuckDBListValue, type DuckDBValue } from "@duckdb/node-api";
import { kept } from "#lib/core/language/kept-texts.ts";
import { throwIfCancelled } from "#lib/elements/errors.ts";
import { decimalOf } from "#lib/elements/query/decimal.ts";
import { quoted } from "#lib/elements/query/duck.ts";
import type { Cell } from "#lib/elements/wire.ts";
import type { FrontColumn } from "../layout.ts";
import { ReadBackMismatch, WantedRows, wantedFront, type ReadBack } from "../written.ts";
import type { ExportRow } from "../table.ts";
import { openDuck } from "./write.ts";

type Layout = {
  fronts: readonly FrontColumn[];
  /** For each property column, its place in the file and the place of its column of kinds. */
  columns: readonly { at: number; kindAt: number | null; name: string }[];
  noneAt: number | null;
  size: number;
};

/** @throws ReadBackMismatch */
export async function readBackParquet(back: ReadBack): Promise<void> {
  const { table, path, written, progress } = back;
  await using work = await mkdtempDisposable(join(path, "..", "parquet-check-"));
  await using duck = await openDuck(work.path, path);
  await using rows = new WantedRows(back);
  const [heading = []] = written.headings;
  const layout = layoutOf(back.layout.fronts, heading, table.columns.length);
  try {
    const described = await duck.connection.runAndReadAll(
      `DESCRIBE SELECT * FROM read_parquet(${quoted(path)})`,
    );
    const found = described.getRows().map(([name, type]) => ({ name: String(name), type: String(type) }));
    if (
      found.length !== heading.length ||
      found.some(({ name }, i) => withoutMark(name) !== withoutMark(heading[i]))
    )
      throw new ReadBackMismatch(kept("the names of the columns"));
    // Texts are read as bytes: read as text, a value would lose a byte order mark at its beginning.
    const columns = found.map(({ type }, i) => {
      const name = `"${(heading[i] ?? "").replaceAll('"', '""')}"`;
      return type === "VARCHAR" ? `encode(${name})` : name;
    });
    const result = await duck.connection.stream(
      `SELECT ${columns.join(", ")} FROM read_parquet(${quoted(path)})`,
    );
    for await (const chunk of result) {
      throwIfCancelled(progress.signal);
      for (const read of chunk.getRows()) {
        compareRow(read.map(textOf), await rows.take(), layout, rows.taken);
      }
    }
    await rows.end();
  } catch (thrown) {
    if (thrown instanceof Error && /^(?:Invalid Input|IO|Invalid) Error/.test(thrown.message))
      throw new ReadBackMismatch(kept("it is not regular Parquet"));
    throw thrown;
  }
}

/** Turns bytes back into text; returns every other value unchanged. */
function textOf(value: DuckDBValue): DuckDBValue {
  return value instanceof DuckDBBlobValue ? Buffer.from(value.bytes).toString("utf8") : value;
}

/** Names are compared without a byte order mark at their beginning, because the reader drops it. */
function withoutMark(name: DuckDBValue | undefined): DuckDBValue | undefined {
  return typeof name === "string" ? name.replace(/^\uFEFF/, "") : name;
}

/** Finds the columns by name: a column's kinds are in the column after it. */
function layoutOf(fronts: readonly FrontColumn[], names: readonly string[], columns: number): Layout {
  const found: { at: number; kindAt: number | null; name: string }[] = [];
  let at = fronts.length;
  while (found.length < columns) {
    const name = names[at] ?? "";
    const isMixed =
      /^.* \(kind\)(?: \(\d+\))?$/s.test(names[at + 1] ?? "") &&
      names[at + 1]?.startsWith(`${name} (kind)`) === true;
    found.push({ at, kindAt: isMixed ? at + 1 : null, name });
    at += isMixed ? 2 : 1;
  }
  return { fronts, columns: found, noneAt: at < names.length ? at : null, size: names.length };
}

function compareRow(values: readonly DuckDBValue[], row: ExportRow, layout: Layout, at: number): void {
  if (values.length !== layout.size)
    throw new ReadBackMismatch(kept("row {row}: the number of values", { row: at }));
  for (const [i, front] of layout.fronts.entries()) {
    const value = values[i] ?? null;
    const wanted = wantedFront(front, row);
    // Numbers of projects and models must be numbers in the file, not texts.
    const isRight = isSame(value, wanted) && (typeof value === "bigint") === (typeof wanted === "object");
    if (!isRight) throw new ReadBackMismatch(kept("row {row}: the GlobalId, class or model", { row: at }));
  }
  const none: string[] = [];
  for (const [i, { at: place, kindAt, name }] of layout.columns.entries()) {
    const cell = row.cells[i];
    if (cell === null) none.push(name);
    if (!isSame(values[place] ?? null, cell) || !isKind(kindAt === null ? undefined : values[kindAt], cell))
      throw new ReadBackMismatch(kept("row {row}, column {column}", { row: at, column: name.slice(0, 80) }));
  }
  const said = layout.noneAt === null ? null : (values[layout.noneAt] ?? null);
  const list = said instanceof DuckDBListValue ? said.items : [];
  if (list.length !== none.length || list.some((name, i) => withoutMark(name) !== withoutMark(none[i])))
    throw new ReadBackMismatch(kept("row {row}: which properties have no value", { row: at }));
}

/** What a value must be (docs/decisions/0025), stated a second time: numbers have the same value, everything else the same characters. */
function isSame(value: DuckDBValue, cell: Cell): boolean {
  if (cell === undefined || cell === null) return value === null;
  if (typeof cell === "string") return value === cell;
  if (typeof cell === "boolean") return value === cell || value === (cell ? "true" : "false");
  if (typeof value === "bigint")
    return value.toString() === decimalOf(cell.text) || value === BigInt(cell.text);
  if (typeof value === "number") return decimalOf(String(value)) === decimalOf(cell.text);
  return value === cell.text;
}

function isKind(kind: DuckDBValue | undefined, cell: Cell): boolean {
  if (kind === undefined) return true;
  if (cell === undefined || cell === null) return kind === null;
  if (typeof cell === "object") return kind === cell.kind;
  return kind === (typeof cell === "string" ? "text" : "boolean");
}
