/*
 * Writes a Parquet file to disk for an export. Its work folder is removed at the end.
 */
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { digestOf } from "../pieces.ts";
import type { WriteFile, Written } from "../written.ts";
import { writeParquet } from "./write.ts";

/** @throws ElementsError of the table, BAD_OPTION, CANCELLED; the system's errors of the disk */
export async function writeParquetFile({ table, layout, path, progress }: WriteFile): Promise<Written> {
  const workFolder = join(path, "..", "parquet-stage");
  await mkdir(workFolder, { mode: 0o700 });
  try {
    const { signal } = progress;
    const plan = await writeParquet({
      table,
      layout,
      path,
      workFolder,
      signal,
      onRows: (rows) => progress.advance(rows),
    });
    const file = await open(path, "r+");
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    const headings = [plan.names];
    const digest = await digestOf(path, signal);
    return { rows: table.rows, columns: plan.names.length, ...digest, headings, guardedCells: 0 };
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
}
