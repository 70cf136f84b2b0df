/*
 * Small tables as CSV, line by line: the ledger, the audit, results of lists, passports. The plain files of the two profiles, but for their
 * words: truth values are told as pages tell them, and a field without anything in it is left empty, whatever it lacks.
 */
import { currentLanguage, sayIn, type Language } from "#lib/core/texts.ts";
import { tellBoolean } from "#lib/elements/told-values.ts";
import type { NumberCell } from "#lib/elements/wire.ts";
import { CSV_PROFILES, type CsvProfile } from "../options.ts";
import { CsvFields } from "./fields.ts";
import { csvOptions } from "./options.ts";

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
  // A spreadsheet knows its own language's words only.
  const booleans = sayIn(language, () => [tellBoolean(true), tellBoolean(false)] as const);
  const fields = new CsvFields({ ...csvOptions(profile), booleans });
  let { start } = fields;
  const write = (field: CsvField): string => {
    if (field === null || field === "") return "";
    return fields.cell(typeof field === "number" ? { kind: "number", text: String(field) } : field);
  };
  return (row) => {
    const line = start + fields.line(row.map(write));
    start = "";
    return line;
  };
}
