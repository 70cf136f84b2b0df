/** CSV files of whole snapshots by the fast path, and their cells as csv-parse reads them. */
import { parse } from "csv-parse/sync";
import { iterateWholeCsv, type WholeCsv } from "#lib/elements/files/csv/fast/write.ts";
import type { CsvOptions } from "#lib/elements/files/csv/options.ts";
import type { Snapshot } from "#lib/elements/snapshot/snapshot.ts";
import { CSV_FOR_PROGRAMS, headingRowOf } from "#tests/support/plain-csv.ts";

/** A file with its row of headings; without options it is the plain one for programs. */
export function iterateCsvOf(
  snapshot: Snapshot,
  options: Partial<WholeCsv> = {},
  signal?: AbortSignal,
): ReturnType<typeof iterateWholeCsv> {
  const csv = { ...CSV_FOR_PROGRAMS, ...options };
  return iterateWholeCsv(snapshot, { headingRow: headingRowOf(snapshot, csv), ...csv }, signal);
}

/** The whole file, and how many cells it says it has guarded. */
export async function csvOf(
  snapshot: Snapshot,
  options: Partial<WholeCsv> = {},
): Promise<{ text: string; guardedCells: number }> {
  const counts: number[] = [];
  const onGuarded = (count: number): unknown => counts.push(count);
  const pieces = await Array.fromAsync(iterateCsvOf(snapshot, { ...options, onGuarded }));
  const [guardedCells, ...more] = counts;
  if (guardedCells === undefined || more.length > 0) throw new Error(`${String(counts.length)} counts`);
  return { text: Buffer.concat(pieces).toString("utf8"), guardedCells };
}

type Field = { text: string; isQuoted: boolean };

/** The cells with their information about quotes. */
export function readFields(
  csv: Buffer | string,
  { delimiter, byteOrderMark }: Pick<CsvOptions, "delimiter" | "byteOrderMark"> = CSV_FOR_PROGRAMS,
): Field[][] {
  return parse(csv, {
    bom: byteOrderMark,
    delimiter,
    record_delimiter: "\r\n",
    cast: (text, context): Field => ({ text, isQuoted: context.quoting }),
  }) as unknown as Field[][];
}
