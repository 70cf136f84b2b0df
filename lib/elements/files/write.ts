/*
 * Makes files of an export table in any format: written, synced, and read back by a reader that shares no code with the writer. Knows no
 * run and no state. A file counts only after the read-back has verified it.
 */
import { readBackCsv } from "./csv/read-back.ts";
import { writeCsv } from "./csv/write.ts";
import { readBackJson } from "./json/read-back.ts";
import { writeJson } from "./json/write.ts";
import { layOut } from "./layout.ts";
import type { ExportProfile } from "./options.ts";
import { readBackParquet } from "./parquet/read-back.ts";
import { writeParquetFile } from "./parquet/write.ts";
import type { FormatWritten, ReadBack, WriteFile, Written } from "./written.ts";
import { readBackXlsx } from "./xlsx/read-back.ts";
import { writeXlsx } from "./xlsx/write.ts";

type Format = {
  readonly write: (given: WriteFile) => Promise<FormatWritten>;
  readonly readBack: (back: ReadBack) => Promise<void>;
};

const CSV: Format = { write: writeCsv, readBack: readBackCsv };

const FORMATS: Readonly<Record<ExportProfile, Format>> = {
  programs: CSV,
  spreadsheets: CSV,
  xlsx: { write: writeXlsx, readBack: readBackXlsx },
  parquet: { write: writeParquetFile, readBack: readBackParquet },
  json: { write: writeJson, readBack: readBackJson },
};

/** A file to make, and who is told of each step. */
export type FileOrder = Omit<WriteFile, "layout" | "progress"> & {
  progress: WriteFile["progress"] & { step: (step: "WRITING" | "VERIFYING", rows: number) => void };
};

/**
 * Makes a file that says what the table says.
 * @throws as `writeExportFile` and `readBack`
 */
export async function makeFile(order: FileOrder): Promise<Written> {
  const { table, options, progress } = order;
  const file = { ...order, layout: layOut(table, options) };
  progress.step("WRITING", table.rows);
  const written = await writeExportFile(file);
  progress.step("VERIFYING", table.rows);
  await readBack({ ...file, written });
  return written;
}

/**
 * Writes the whole table to a new file.
 * @throws ElementsError of the table, BAD_OPTION, CANCELLED; the system's errors of the disk
 */
export async function writeExportFile(given: WriteFile): Promise<Written> {
  const { table, layout, profile } = given;
  const { headings = layout.headingRows, guardedCells = 0, ...digest } = await FORMATS[profile].write(given);
  return { rows: table.rows, columns: headings[0]?.length ?? 0, ...digest, headings, guardedCells };
}

/**
 * Compares a file with the table, cell by cell.
 * @throws ReadBackMismatch
 */
export function readBack(back: ReadBack): Promise<void> {
  return FORMATS[back.profile].readBack(back);
}
