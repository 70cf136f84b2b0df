/*
 * Writes all rows of a snapshot as CSV from its stored bytes: most of a row is copied in a few pieces. It supports the usual options only,
 * and writes the same as fields.ts would; see docs/decisions/0007-csv.md.
 */
import { throwIfCancelled } from "#lib/elements/errors.ts";
import type { Snapshot } from "#lib/elements/snapshot/snapshot.ts";
import { CSV_KERNELS } from "#lib/elements/wasm/csv-kernel.ts";
import { CsvFields } from "../fields.ts";
import { CsvBuffer } from "./buffer.ts";
import type { WholeCsvOptions } from "../options.ts";
import { CsvPlanner } from "./row-plan.ts";
import { CsvRows } from "./rows.ts";

export interface WholeCsv extends WholeCsvOptions {
  /** Whether WebAssembly may write the usual rows; the file is the same without it. */
  readonly kernels?: "wasm" | "none" | undefined;
  /** The row of headings as the file will have it, the GlobalId's included. */
  readonly headingRow: readonly string[];
  /** Called from time to time with the number of rows written. */
  readonly onRows?: ((rows: number) => void) | undefined;
  /** Called once, after the last piece has been taken: text cells that got an apostrophe, headings not counted. */
  readonly onGuarded?: ((guardedCells: number) => void) | undefined;
}

/**
 * The table of a snapshot as a CSV file, in pieces of 64 KiB. The file is complete only when the generator ends; before that, it verifies
 * the snapshot's checksums.
 * @throws ElementsError CANCELLED, SNAPSHOT_DAMAGED, STORAGE_FAILED
 */
export async function* iterateWholeCsv(
  snapshot: Snapshot,
  csv: WholeCsv,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const planner = new CsvPlanner(snapshot.meta.columnNumbers, csv);
  const kernel = csv.kernels === "none" ? null : CSV_KERNELS.take();
  const out = new CsvBuffer(csv, kernel?.lines);
  const lines = new CsvRows(out, planner, snapshot.shapes, csv, kernel);
  let rows = 0;

  try {
    const fields = new CsvFields(csv);
    const start = Buffer.from(fields.start + fields.headings(csv.headingRow));
    out.ensure(start.length);
    out.copy(start, 0, start.length);
    for await (const block of snapshot.iterateBlocks(signal)) {
      lines.open(block.bytes);
      let at = 0;
      for (const end of block.ends) {
        lines.write(at, end);
        at = end;
        rows++;
        for (const piece of out.take(false)) {
          yield piece;
          throwIfCancelled(signal);
        }
      }
      csv.onRows?.(rows);
    }
    yield* out.take(true);
  } finally {
    if (kernel) CSV_KERNELS.giveBack(kernel);
  }
  csv.onGuarded?.(out.guardedCells);
}
