/*
 * Small tables as CSV, line by line: the ledger, the audit, results of lists, passports. The same two profiles as exports have: a guard
 * against formulas for spreadsheets, every text as it is for programs (docs/decisions/0059-unaltered-csv.md); RFC 4180, UTF-8. Element tables
 * are written by write.ts and fast/write.ts.
 */
import { currentLanguage, sayIn, type Language } from "#lib/core/texts.ts";
import { guardText } from "#lib/elements/formula.ts";
import { tellBoolean } from "#lib/elements/told-values.ts";
import type { NumberCell } from "#lib/elements/wire.ts";
import { CSV_FOR_PROGRAMS, CSV_FOR_SPREADSHEETS } from "./options.ts";

export const CSV_PROFILES = ["spreadsheets", "programs"] as const;
export type CsvProfile = (typeof CSV_PROFILES)[number];
export type CsvField = string | number | boolean | NumberCell | null;

/** What an address asks for with `profile=…`. People open these files by a double click: for spreadsheets, unless it says otherwise. */
export function readCsvProfile(value: unknown): CsvProfile {
  return CSV_PROFILES.find((profile) => profile === value) ?? "spreadsheets";
}

/** Whose words a file has: for spreadsheets those of whoever asks for it, for programs the same for everybody. */
export function languageOfFile(profile: CsvProfile): Language {
  return profile === "programs" ? "en" : currentLanguage();
}

/** The lines of one file, with their ends. The first one that is asked for brings the file's byte order mark. */
export function csvLines(
  profile: CsvProfile,
  language: Language = languageOfFile(profile),
): (fields: readonly CsvField[]) => string {
  const options = profile === "spreadsheets" ? CSV_FOR_SPREADSHEETS : CSV_FOR_PROGRAMS;
  const { delimiter, decimalMark, guardFormulas } = options;
  const guard = (text: string): string => (guardFormulas ? guardText(text) : text);
  let mark = options.byteOrderMark ? "\uFEFF" : "";
  const typed = (field: number | boolean | NumberCell): string => {
    // A spreadsheet knows its own language's words only.
    if (typeof field === "boolean") return sayIn(language, () => tellBoolean(field));
    return (typeof field === "number" ? String(field) : field.text).replace(".", decimalMark);
  };
  const write = (field: CsvField): string => {
    if (field === null) return "";
    const text = typeof field === "string" ? guard(field) : typed(field);
    return text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return (fields) => {
    const line = `${mark}${fields.map(write).join(delimiter)}\r\n`;
    mark = "";
    return line;
  };
}
