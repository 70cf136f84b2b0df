/*
 * Small tables as CSV, line by line: the ledger, the audit, results of lists, property overviews. They are like the plain files of the two
 * profiles with two differences: truth values have the words of the pages, and a field without a value is empty, for whatever reason.
 */
import { currentLanguage, sayIn, t, type Language } from "#lib/core/texts.ts";
import { tellBoolean } from "#lib/elements/told-values.ts";
import type { NumberCell } from "#lib/elements/wire.ts";
import { CSV_PROFILES, type CsvProfile } from "../options.ts";
import { CsvFields } from "./fields.ts";
import { csvOptions } from "./options.ts";

/** Rows of a list that a file reads at once. */
const PAGE_ROWS = 200;

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

/** Rows of a list, told in the reader's language when they are called; `next` is where the next page begins, null at the end. */
export type ListPage<Row, Place> = { rows: (() => Row)[]; next: Place | null };

/**
 * A list as a file of any length, line by line, read in pages. Lines are made while the file is sent, when the request that knows the
 * language may have ended.
 * @param fieldsOf is called in the language of the file
 */
export function iterateListCsv<Row, Place>(
  profile: CsvProfile,
  headings: readonly string[],
  readPage: (after: Place | undefined, limit: number) => Promise<ListPage<Row, Place>>,
  fieldsOf: (row: Row) => readonly CsvField[],
): AsyncGenerator<string> {
  const language = languageOfFile(profile);
  const line = csvLines(profile, language);
  async function* lines(): AsyncGenerator<string> {
    yield line(sayIn(language, () => headings.map((heading) => t(heading))));
    let after: Place | undefined;
    do {
      const { rows, next } = await readPage(after, PAGE_ROWS);
      for (const row of rows) yield line(sayIn(language, () => fieldsOf(row())));
      after = next ?? undefined;
    } while (after !== undefined);
  }
  return lines();
}
