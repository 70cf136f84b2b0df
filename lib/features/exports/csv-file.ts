/**
 * Writes a snapshot's table as a CSV file on disk, synced, with back-pressure. Knows no run and no state; what it wrote is
 * believed only after read-back.ts has read it again.
 */
import { open } from "node:fs/promises";
import { iterateCsv, type CsvSummary } from "#lib/elements/csv.ts";
import { CSV_FOR_PROGRAMS, CSV_FOR_SPREADSHEETS, type CsvOptions } from "#lib/elements/csv-options.ts";
import type { Snapshot } from "#lib/elements/snapshot.ts";
import type { RunProgress } from "./progress.ts";
import type { ExportProfile } from "./schema.ts";

export const CSV_OPTIONS: Record<ExportProfile, CsvOptions> = {
  programs: CSV_FOR_PROGRAMS,
  spreadsheets: CSV_FOR_SPREADSHEETS,
};

/** Bytes gathered before one write. */
const WRITE_BYTES = 512 * 1024;

/**
 * Writes the whole table to a new file.
 * @param progress told of the rows that have been turned into text
 * @throws ElementsError of the snapshot and CANCELLED; the system's errors of the disk
 */
export async function writeCsvFile(
  snapshot: Snapshot,
  path: string,
  profile: ExportProfile,
  progress: Pick<RunProgress, "signal" | "advance">,
): Promise<CsvSummary> {
  let summary: CsvSummary | undefined;
  const pieces = iterateCsv(
    countingRows(snapshot, progress.advance),
    { ...CSV_OPTIONS[profile], onDone: (done) => (summary = done) },
    progress.signal,
  );
  const file = await open(path, "wx", 0o600);
  try {
    let waiting: Uint8Array[] = [];
    let waitingBytes = 0;
    const flush = async (): Promise<void> => {
      const bytes = Buffer.concat(waiting);
      waiting = [];
      waitingBytes = 0;
      for (let from = 0; from < bytes.length;) {
        from += (await file.write(bytes, from, bytes.length - from)).bytesWritten;
      }
    };
    for await (const piece of pieces) {
      waiting.push(piece);
      waitingBytes += piece.length;
      if (waitingBytes >= WRITE_BYTES) await flush();
    }
    await flush();
    await file.sync();
  } finally {
    await file.close();
  }
  if (summary === undefined) throw new Error("the CSV ended without a summary");
  return summary;
}

/** The same snapshot, telling how many of its rows have been taken. */
function countingRows(snapshot: Snapshot, onRows: (rows: number) => void): Snapshot {
  return {
    meta: snapshot.meta,
    shapes: snapshot.shapes,
    readRows: (from, count) => snapshot.readRows(from, count),
    iterateRows: (signal) => snapshot.iterateRows(signal),
    iterateBlocks: async function* (from, to, signal) {
      let rows = 0;
      for await (const block of snapshot.iterateBlocks(from, to, signal)) {
        yield block;
        rows += block.ends.length;
        onRows(rows);
      }
    },
    close: () => snapshot.close(),
  };
}
