/*
 * Small tables as CSV, line by line: the ledger, the audit, results of lists, property overviews. They are like the plain files of the two
 * profiles with two differences: truth values have the words of the pages, and a field without a value is empty, for whatever reason.
 */
import { currentLanguage, sayIn, type Language } from "#lib/core/texts.ts";
import { tellBoolean } from "#lib/elements/told-values.ts";
import type { NumberCell } from "#lib/elements/wire.ts";
import { CSV_PROFILES, type CsvProfile } from "../options.ts";
import { CsvFields } from "./fields.ts";
import { csvOptions } from "./options.ts";

export type CsvField = string | number | boolean | NumberCell | null;

/**
 * The profile that an address asks for with `profile=…`. The default is spreadsheets, since people open these files with a double click.
 */
export function readCsvProfile(value: unknown): CsvProfile {
  return CSV_PROFILES.find((profile) => profile === value) ?? "spreadsheets";
}

/** The language of a file: for spreadsheets the requesting person's, for programs always the same. */
export function languageOfFile(profile: CsvProfile): Language {
  return profile === "programs" ? "en" : currentLanguage();
}

/** The lines of one file, with their line ends. The first line comes with the file's byte order mark. */
export function csvLines(
  profile: CsvProfile,
  language: Language = languageOfFile(profile),
): (fields: readonly CsvField[]) => string {
  // A spreadsheet understands only the words of its own language.
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
