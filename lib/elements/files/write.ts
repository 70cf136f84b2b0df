/*
 * Writes an export table as a synced file on disk, in any format. Knows no run and no state. The written file counts only after the
 * read-back has verified it.
 */
import { writeCsv } from "./csv/write.ts";
import { writeJson } from "./json/write.ts";
import type { ExportProfile } from "./options.ts";
import { writeParquetFile } from "./parquet/write-file.ts";
import type { WriteFile, Written } from "./written.ts";
import { writeXlsx } from "./xlsx/write.ts";

const WRITERS: Readonly<Record<ExportProfile, (given: WriteFile) => Promise<Written>>> = {
  programs: writeCsv,
  spreadsheets: writeCsv,
  xlsx: writeXlsx,
  parquet: writeParquetFile,
  json: writeJson,
};

/**
 * Writes the whole table to a new file.
 * @throws ElementsError of the table, BAD_OPTION, CANCELLED; the system's errors of the disk
 */
export function writeExportFile(given: WriteFile): Promise<Written> {
  return WRITERS[given.profile](given);
}
