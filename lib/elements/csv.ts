/*
 * Writes an element table as CSV: RFC 4180, UTF-8, all rows, values as the service wrote them. Works on stored rows as bytes;
 * most of a row is copied in a few pieces. Text that a spreadsheet would run gets an apostrophe; typed numbers are never touched.
 * Nothing between two delimiters: no such property (or no value); "" between them: the empty text. See docs/decisions/0007-csv.md.
 */
import { createHash } from "node:crypto";
import { CsvBuffer } from "./csv-buffer.ts";
import { headingOf, ID_HEADING } from "./csv-headings.ts";
import { resolveCsvOptions, type CsvOptions } from "./csv-options.ts";
import { COPIED, CsvPlanner, QUOTED, type RowPlan } from "./csv-plan.ts";
import { ElementsError, throwIfCancelled } from "./errors.ts";
import { INLINE_SHAPE } from "./row-format.ts";
import { RowRecord } from "./row-record.ts";
import type { Snapshot } from "./snapshot.ts";

/** What a finished CSV file holds. */
export interface CsvSummary {
  /** Elements, the heading not counted. */
  readonly rows: number;
  /** Columns, the GlobalId counted. */
  readonly columns: number;
  readonly bytes: number;
  /** SHA-256 of the whole file, lower-case hexadecimal. */
  readonly sha256: string;
  /** Text cells that got an apostrophe. */
  readonly guardedCells: number;
  /** The headings in order; `parseHeading` tells the column of each. */
  readonly headings: readonly string[];
}

export interface IterateCsvOptions extends Partial<CsvOptions> {
  /** Called once, after the last piece was taken. */
  readonly onDone?: ((summary: CsvSummary) => void) | undefined;
}

/** The columns to write, with their numbers in the stored rows. */
function chooseColumns(
  snapshot: Snapshot,
  ids: readonly string[] | undefined,
): { numbers: number[]; headings: string[] } {
  const { columns, columnNumbers } = snapshot.meta;
  const places = new Map(columns.map((column, place) => [column.id, place]));
  const chosen = ids ? [...new Set(ids)] : columns.map((column) => column.id);
  const numbers: number[] = [];
  const headings = [ID_HEADING];
  for (const id of chosen) {
    const place = places.get(id);
    const column = place === undefined ? undefined : columns[place];
    if (place === undefined || column === undefined) {
      const message = "A chosen column is not in this table any more. Choose the columns again.";
      throw new ElementsError("BAD_OPTION", message, { column: id });
    }
    numbers.push(columnNumbers[place] ?? -1);
    headings.push(headingOf(column));
  }
  return { numbers, headings };
}

/**
 * The table of a snapshot as a CSV file, in pieces of 64 KiB. The file is whole only when the generator ends; the snapshot's checksums
 * are verified before it does.
 * @throws ElementsError BAD_OPTION, CANCELLED, SNAPSHOT_DAMAGED, STORAGE_FAILED
 */
export async function* iterateCsv(
  snapshot: Snapshot,
  options: IterateCsvOptions = {},
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const csv = resolveCsvOptions(options);
  const { numbers, headings } = chooseColumns(snapshot, csv.columns);
  const planner = new CsvPlanner(numbers, csv);
  const out = new CsvBuffer(csv);
  const record = new RowRecord(snapshot.shapes);
  const hash = createHash("sha256");
  let bytes = 0;
  let rows = 0;

  writeHeadings(out, headings, csv);
  for await (const block of snapshot.iterateBlocks(0, snapshot.meta.rows, signal)) {
    let start = 0;
    for (const end of block.ends) {
      record.locate(block.bytes, start, end);
      const columns = record.columns();
      const plan =
        record.shape === INLINE_SHAPE
          ? planner.of(columns, record.cellCount)
          : planner.ofShape(record.shape, columns, record.cellCount);
      out.ensure(2 * (end - start) + 24 * (record.cellCount + 2) + planner.columnCount);
      writeRow(out, record, plan, planner.encodings);
      start = end;
      rows++;
      for (const piece of out.take(false)) {
        hash.update(piece);
        bytes += piece.length;
        yield piece;
        throwIfCancelled(signal);
      }
    }
  }
  for (const piece of out.take(true)) {
    hash.update(piece);
    bytes += piece.length;
    yield piece;
  }
  options.onDone?.({
    rows,
    columns: headings.length,
    bytes,
    sha256: hash.digest("hex"),
    guardedCells: out.guardedCells,
    headings,
  });
}

function writeHeadings(out: CsvBuffer, headings: readonly string[], csv: CsvOptions): void {
  if (csv.byteOrderMark) out.copy(Buffer.from("\uFEFF"), 0, 3);
  for (const [i, heading] of headings.entries()) {
    out.ensure(heading.length + 4);
    if (i > 0) out.delimiters(1);
    out.text(heading);
  }
  out.ensure(2);
  out.endRow();
}

function writeRow(out: CsvBuffer, record: RowRecord, plan: RowPlan, encodings: Uint8Array): void {
  const { bytes, start, kindsAt } = record;
  const last = plan.length - 1;
  for (let p = 0; p < last; p += 3) {
    const lastText = plan[p + 2] ?? 0;
    let text = plan[p + 1] ?? 0;
    let pending = start + record.startOf(text);
    out.delimiters(plan[p] ?? 0);
    for (; text <= lastText; text++) {
      const kind = bytes[kindsAt + text] ?? 0;
      const encoding = encodings[kind];
      if (encoding !== COPIED) {
        const cellStart = start + record.startOf(text);
        const cellEnd = start + record.endOf(text);
        if (cellStart > pending) out.copy(bytes, pending, cellStart);
        if (encoding === QUOTED) out.quoted(bytes, cellStart, cellEnd);
        else out.cell(bytes, cellStart, cellEnd, kind);
        pending = cellEnd;
      }
    }
    const end = start + record.endOf(lastText);
    if (end > pending) out.copy(bytes, pending, end);
  }
  out.delimiters(plan[last] ?? 0);
  out.endRow();
}
