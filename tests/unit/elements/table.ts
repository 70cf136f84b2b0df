/**
 * Reads an answer into memory with the product's own reader, parser and row store, without files, so that thousands of small documents can
 * be tried.
 */
import { ColumnTable } from "#lib/elements/read/column-table.ts";
import type { Column } from "#lib/elements/columns.ts";
import { ElementParser } from "#lib/elements/read/element-parser.ts";
import type { AnswerForm } from "#lib/elements/snapshot/meta.ts";
import { DEFAULT_LIMITS, type ElementLimits } from "#lib/elements/read/limit-errors.ts";
import { readAnswer } from "#lib/elements/read/reader.ts";
import { RowRecord } from "#lib/elements/snapshot/row-record.ts";
import { RowWriter } from "#lib/elements/read/row-writer.ts";
import { decodeShapes } from "#lib/elements/snapshot/shapes.ts";
import { Warnings, type SnapshotWarning } from "#lib/elements/warnings.ts";
import type { Cell, Row } from "#lib/elements/wire.ts";

export type Table = { rows: Row[]; columns: Column[]; warnings: SnapshotWarning[]; form: AnswerForm };

export const utf8 = (text: string): Uint8Array => Buffer.from(text, "utf8");

/** A body that arrives in these pieces. */
export async function* streamOf(pieces: readonly Uint8Array[] | string): AsyncGenerator<Uint8Array> {
  for (const piece of typeof pieces === "string" ? [utf8(pieces)] : pieces)
    yield await Promise.resolve(piece);
}

/** Splits bytes at the given positions, even inside a character. */
export function cutAt(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return ends.map((end, i) => bytes.subarray(ends[i - 1] ?? 0, end));
}

function isStream<T>(body: readonly T[] | string | AsyncIterable<T>): body is AsyncIterable<T> {
  return typeof body !== "string" && Symbol.asyncIterator in body;
}

export async function readTable(
  body: readonly Uint8Array[] | string | AsyncIterable<Uint8Array>,
  limits: Partial<ElementLimits> = {},
  signal?: AbortSignal,
  kernels: "wasm" | "none" = "wasm",
): Promise<Table> {
  const bounds = { ...DEFAULT_LIMITS, ...limits };
  const columns = new ColumnTable(bounds);
  const warnings = new Warnings();
  const writer = new RowWriter(columns, warnings, bounds);
  const source = isStream(body) ? body : streamOf(body);
  const { form } = await readAnswer(source, new ElementParser(columns, writer, bounds, kernels), {
    limits: bounds,
    signal,
    afterWindow: () => Promise.resolve(),
  });
  const filled = writer.stored.take(true);
  const index = Buffer.from(filled.index);
  const bytes = Buffer.from(filled.rows.buffer, filled.rows.byteOffset, filled.rows.length);
  const record = new RowRecord(decodeShapes(writer.shapes.encode()) ?? []);
  const order = columns.displayOrder();
  const rows = Array.from({ length: writer.rows }, (_, row): Row => {
    record.locate(bytes, index.readDoubleLE(row * 8), index.readDoubleLE((row + 1) * 8));
    const stored = new Map(
      Array.from(record.columns().subarray(0, record.cellCount), (column, cell) => [column, cell]),
    );
    const cells = order.map((column): Cell => {
      const cell = stored.get(column);
      return cell === undefined ? undefined : record.cell(cell);
    });
    return { id: record.text(0), cells };
  });
  return { rows, columns: columns.describe(rows.length), warnings: warnings.list(), form };
}

/** The code of the error that a promise rejects with; "none" if it resolves. */
export async function failureOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "none";
  } catch (error) {
    if (error instanceof Error && "code" in error) return String(error.code);
    throw error;
  }
}
