/**
 * Reads projects from a CSV file or pasted text: any of the usual delimiters, headings in any order, or plain names, one per line. Pure and
 * linear; verdicts.ts judges the rows.
 */
import { msg, t } from "#lib/core/texts.ts";
import { iterateRecords } from "#lib/features/batches/csv-records.ts";

/** The possible columns, the six fields of the interface and the parent's name, with the headings that mean each. */
const HEADINGS = {
  name: ["name", "projectname", "project", "naam"],
  description: ["description", "omschrijving"],
  status: ["status"],
  parent_id: ["parentid"],
  main_model_id: ["mainmodelid"],
  logo: ["logo"],
  parent: ["parent", "parentname", "parentproject"],
};
export type Column = keyof typeof HEADINGS;
export const COLUMNS = Object.keys(HEADINGS) as Column[];

export type FileRow = {
  line: number;
  /** As in the file, trimmed. */
  cells: Partial<Record<Column, string>>;
  /** More cells than headings: the row is shifted or has a delimiter too many. */
  isTooWide: boolean;
};

export type ProjectFile = {
  rows: FileRow[];
  /** Headings that were not recognised. */
  ignored: string[];
  /** Why nothing can be read, for people; null when it can. */
  problem: string | null;
};

export const ROWS_MAX = 1_000;
const NO_NAME = msg(
  "The first line must name the columns, and one must be “name”. Plain names, one per line, need no heading.",
);
const HEADING_LENGTH_MAX = 20_000;
const DELIMITERS = [",", ";", "\t"] as const;

function meaningOf(heading: string): Column | undefined {
  const name = heading
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_.-]/g, "");
  return COLUMNS.find((column) => HEADINGS[column].includes(name));
}

/** The rows of a text. Skips blank lines; everything else is a row, however odd. */
export function readProjectFile(raw: string): ProjectFile {
  const marked = raw.startsWith("\uFEFF") ? raw.slice(1) : raw;
  const { text, told, lines } = withoutHint(marked);
  const heading = /\S[^\r\n]*/.exec(text.slice(0, HEADING_LENGTH_MAX))?.[0] ?? "";
  if (heading === "") return nothing(t("The list is empty. Paste some lines, or choose a file."));
  const delimiter = told ?? findDelimiter(heading);
  if (delimiter === null && isTable(text)) return nothing(t(NO_NAME));
  const rows: FileRow[] = [];
  let columns: (Column | undefined)[] | null = null;
  let ignored: string[] = [];
  for (const record of iterateRecords(text, delimiter ?? "\t")) {
    const cells = record.cells.map((cell) => cell.trim());
    if (cells.every((cell) => cell === "")) continue;
    if (record.isHeading && isHeading(cells)) {
      columns = cells.map(meaningOf);
      ignored = cells.filter((cell, index) => cell !== "" && columns?.[index] === undefined);
      const repeated = columns.find(
        (column, index) => column !== undefined && columns?.indexOf(column) !== index,
      );
      if (repeated !== undefined) {
        return nothing(t("Two columns are called “{name}”. Keep one of them.", { name: repeated }));
      }
      continue;
    }
    if (columns === null && delimiter !== null) return nothing(t(NO_NAME));
    if (rows.length === ROWS_MAX) {
      return nothing(
        t("The list has more than {count} projects. Split it and send the parts.", { count: ROWS_MAX }),
      );
    }
    rows.push(toRow(cells, columns ?? ["name"], record.line + lines));
  }
  if (rows.length === 0) return nothing(t("There is no project below the headings."));
  return { rows, ignored, problem: null };
}

function toRow(cells: readonly string[], columns: readonly (Column | undefined)[], line: number): FileRow {
  const named: FileRow["cells"] = {};
  columns.forEach((column, index) => {
    if (column !== undefined) named[column] = cells[index] ?? "";
  });
  return { line, cells: named, isTooWide: cells.slice(columns.length).some((cell) => cell !== "") };
}

function isHeading(cells: readonly string[]): boolean {
  return cells.map(meaningOf).includes("name");
}

/** The delimiter with which the first line has the most known headings; null when it is no heading, or one of a single column. */
function findDelimiter(heading: string): string | null {
  let best: { delimiter: string; known: number } | null = null;
  for (const delimiter of DELIMITERS) {
    const cells = heading.split(delimiter).map((cell) => cell.trim().replaceAll(/^"|"$/g, ""));
    if (cells.length < 2 || !isHeading(cells)) continue;
    const known = cells.filter((cell) => meaningOf(cell) !== undefined).length;
    if (best === null || known > best.known) best = { delimiter, known };
  }
  return best?.delimiter ?? null;
}

/**
 * True when the lines are no plain names: cells between semicolons or tabs, or the same number of commas in every line. A quoted text is
 * one cell.
 */
function isTable(text: string): boolean {
  const widthsBy = (delimiter: string): number[] =>
    [...iterateRecords(text, delimiter)].flatMap(({ cells }) =>
      cells.length > 1 || cells[0]?.trim() !== "" ? [cells.length] : [],
    );
  if ([";", "\t"].some((delimiter) => widthsBy(delimiter).some((width) => width > 1))) return true;
  const widths = widthsBy(",");
  return widths.length > 1 && new Set(widths).size === 1 && widths[0] !== 1;
}

/** Spreadsheets state the delimiter in a first line: sep=; */
function withoutHint(text: string): { text: string; told: string | null; lines: number } {
  const hint = /^sep=([,;\t])\r?\n/i.exec(text);
  if (hint === null) return { text, told: null, lines: 0 };
  return { text: text.slice(hint[0].length), told: hint[1] ?? null, lines: 1 };
}

function nothing(problem: string): ProjectFile {
  return { rows: [], ignored: [], problem };
}
