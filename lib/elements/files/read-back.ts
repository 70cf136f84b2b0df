/*
 * Reads a written file back, each format with a reader that shares no code with its writer, and compares it with the table.
 */
import { readBackCsv } from "./csv/read-back.ts";
import { readBackJson } from "./json/read-back.ts";
import type { ReadBack } from "./mismatch.ts";
import type { ExportProfile } from "./options.ts";
import { readBackParquet } from "./parquet/read-back.ts";
import { readBackXlsx } from "./xlsx/read-back.ts";

const READERS: Readonly<Record<ExportProfile, (back: ReadBack) => Promise<void>>> = {
  programs: readBackCsv,
  spreadsheets: readBackCsv,
  xlsx: readBackXlsx,
  parquet: readBackParquet,
  json: readBackJson,
};

/**
 * Compares a file with the table, cell by cell.
 * @throws ReadBackMismatch
 */
export function readBack(back: ReadBack): Promise<void> {
  return READERS[back.profile](back);
}
