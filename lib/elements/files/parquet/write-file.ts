/*
 * Writes a Parquet file to disk for an export. Its work folder is removed at the end.
 */
import { mkdtempDisposable, open } from "node:fs/promises";
import { join } from "node:path";
import { digestOf } from "../pieces.ts";
import type { FormatWritten, WriteFile } from "../written.ts";
import { writeParquet } from "./write.ts";

/** @throws ElementsError of the table, BAD_OPTION, CANCELLED; the system's errors of the disk */
export async function writeParquetFile({ table, layout, path, progress }: WriteFile): Promise<FormatWritten> {
  await using work = await mkdtempDisposable(join(path, "..", "parquet-stage-"));
  const { signal } = progress;
  const onRows = (rows: number): void => progress.advance(rows);
  const { names } = await writeParquet({ table, layout, path, workFolder: work.path, signal, onRows });
  await using file = await open(path, "r+");
  await file.sync();
  return { ...(await digestOf(path, signal)), headings: [names] };
}
