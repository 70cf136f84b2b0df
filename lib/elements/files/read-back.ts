/*
 * Reads a written file back, each format with a reader that shares no code with its writer, and compares it with the table.
 */
import { readBackCsv } from "./csv/read-back.ts";
import { readBackJson } from "./json/read-back.ts";
import type { ReadBack } from "./mismatch.ts";
import { isCsv } from "./options.ts";
import { readBackParquet } from "./parquet/read-back.ts";
import { readBackXlsx } from "./xlsx/read-back.ts";

/**
 * Compares a file with the table, cell by cell.
 * @throws ReadBackMismatch
 */
export async function readBack(back: ReadBack): Promise<void> {
  if (isCsv(back.profile)) return readBackCsv(back);
  if (back.profile === "xlsx") return readBackXlsx(back);
  if (back.profile === "json") return readBackJson(back);
  return readBackParquet(back);
}
