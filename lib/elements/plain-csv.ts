/*
 * Small tables as CSV, line by line: the ledger, the audit, results of lists, passports. The same two profiles and the same guard against
 * formulas as exports have (docs/decisions/0007-csv.md); RFC 4180, UTF-8. Element tables are written by csv.ts.
 */
import { CSV_FOR_PROGRAMS, CSV_FOR_SPREADSHEETS } from "./csv-options.ts";
import { guardText } from "./formula.ts";

export const CSV_PROFILES = ["spreadsheets", "programs"] as const;
export type CsvProfile = (typeof CSV_PROFILES)[number];
export type CsvField = string | number | null;

/** What an address asks for with `profile=…`. People open these files by a double click: for spreadsheets, unless it says otherwise. */
export function readCsvProfile(value: unknown): CsvProfile {
  return CSV_PROFILES.find((profile) => profile === value) ?? "spreadsheets";
}

/** The lines of one file, with their ends. The first one that is asked for brings the file's byte order mark. */
export function csvLines(profile: CsvProfile): (fields: readonly CsvField[]) => string {
  const options = profile === "spreadsheets" ? CSV_FOR_SPREADSHEETS : CSV_FOR_PROGRAMS;
  const { delimiter, decimalMark } = options;
  let mark = options.byteOrderMark ? "\uFEFF" : "";
  const write = (field: CsvField): string => {
    if (field === null) return "";
    const text = typeof field === "number" ? String(field).replace(".", decimalMark) : guardText(field);
    return text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return (fields) => {
    const line = `${mark}${fields.map(write).join(delimiter)}\r\n`;
    mark = "";
    return line;
  };
}
