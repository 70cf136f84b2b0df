/*
 * Writes an element table as CSV: RFC 4180, UTF-8, all rows, values as the service wrote them. Works on stored rows as bytes;
 * most of a row is copied in a few pieces. Text that a spreadsheet would run gets an apostrophe in files for spreadsheets, and stands as it is
 * in all others; typed numbers are never touched. Nothing between two delimiters: no such property (or no value); "" between them: the empty
 * text. See docs/decisions/0007-csv.md and 0059-unaltered-csv.md.
 */
import { createHash } from "node:crypto";
import { ElementsError, throwIfCancelled } from "#lib/elements/errors.ts";
import { headingOf, ID_HEADING } from "#lib/elements/files/column-heading.ts";
import { guardText } from "#lib/elements/formula.ts";
import type { Snapshot } from "#lib/elements/snapshot.ts";
import { CSV_KERNELS } from "#lib/elements/wasm/csv-kernel.ts";
import { resolveCsvOptions, type CsvOptions } from "../options.ts";
import { CsvBuffer } from "./buffer.ts";
import { CsvPlanner } from "./row-plan.ts";
import { CsvRows } from "./rows.ts";

/** What a finished CSV file holds. */
export interface CsvSummary {
  /** Elements, the heading not counted. */
  readonly rows: number;
  /** Columns, the GlobalId counted. */
  readonly columns: number;
  readonly bytes: number;
  /** SHA-256 of the whole file, lower-case hexadecimal. */
  readonly sha256: string;
  /** Text cells that got an apostrophe, headings not counted; 0 without `guardFormulas`. */
  readonly guardedCells: number;
  /** The headings in order, as they stand in the file; `parseHeading` tells the column of each that has no guard. */
  readonly headings: readonly string[];
}

export interface IterateCsvOptions extends Partial<CsvOptions> {
  /** Whether usual rows may be written by WebAssembly; the file is the same without. */
  readonly kernels?: "wasm" | "none" | undefined;
  /** The row of headings as it stands in the file, the GlobalId's included; by default the columns' names. */
  readonly headings?: readonly string[] | undefined;
  /** Told now and then how many rows have been written. */
  readonly onRows?: ((rows: number) => void) | undefined;
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
  const { numbers, headings: names } = chooseColumns(snapshot, csv.columns);
  const headings = options.headings ?? (csv.guardFormulas ? names.map(guardText) : names);
  const planner = new CsvPlanner(numbers, csv);
  const kernel = options.kernels === "none" ? null : CSV_KERNELS.take();
  const out = new CsvBuffer(csv, kernel?.lines);
  const lines = new CsvRows(out, planner, snapshot.shapes, csv, kernel);
  const hash = createHash("sha256");
  let bytes = 0;
  let rows = 0;

  try {
    writeHeadings(out, headings, csv);
    for await (const block of snapshot.iterateBlocks(0, snapshot.meta.rows, signal)) {
      lines.open(block.bytes);
      let start = 0;
      for (const end of block.ends) {
        lines.write(start, end);
        start = end;
        rows++;
        for (const piece of out.take(false)) {
          hash.update(piece);
          bytes += piece.length;
          yield piece;
          throwIfCancelled(signal);
        }
      }
      options.onRows?.(rows);
    }
    for (const piece of out.take(true)) {
      hash.update(piece);
      bytes += piece.length;
      yield piece;
    }
  } finally {
    if (kernel) CSV_KERNELS.giveBack(kernel);
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
