/*
 * Writes an element table as CSV with every option there is, in plain code: for views, several classes and chosen marks. The plain file of a
 * whole class goes through fast/write.ts, which is faster; both write the same where their options agree.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { guardText, isFormulaText } from "#lib/elements/formula.ts";
import type { Cell } from "#lib/elements/wire.ts";
import { frontCell, frontColumns, headingRows, type FrontColumn } from "../headings.ts";
import { guardsFormulas, type ExportOptions, type ExportProfile } from "../options.ts";
import type { ExportRow, ExportTable } from "../table.ts";

const PIECE_CHARACTERS = 128 * 1024;

export type WriteCsvLines = {
  readonly table: ExportTable;
  /** One that is CSV. */
  readonly profile: ExportProfile;
  readonly options: ExportOptions;
  readonly signal?: AbortSignal | undefined;
  readonly onRows?: ((rows: number) => void) | undefined;
  /** Told once, at the end: texts that got an apostrophe, headings not counted. */
  readonly onGuarded?: ((guardedCells: number) => void) | undefined;
};

/** The file in pieces of UTF-8. @throws ElementsError of the table */
export async function* iterateCsvLines(given: WriteCsvLines): AsyncGenerator<Uint8Array> {
  const { table, profile, options, signal, onRows, onGuarded } = given;
  const isGuarded = guardsFormulas(profile);
  const line = new CsvLine(options, frontColumns(table, options), isGuarded);
  let text = options.byteOrderMark ? "\uFEFF" : "";
  for (const headings of headingRows(table, options, isGuarded)) text += line.ofHeadings(headings);
  let rows = 0;
  for await (const row of table.iterate(signal)) {
    text += line.of(row);
    rows++;
    if (text.length < PIECE_CHARACTERS) continue;
    yield Buffer.from(text);
    text = "";
    onRows?.(rows);
    await nextTurn();
  }
  if (text !== "") yield Buffer.from(text);
  onRows?.(rows);
  onGuarded?.(line.guardedCells);
}

class CsvLine {
  guardedCells = 0;
  readonly #options: ExportOptions;
  readonly #fronts: readonly FrontColumn[];
  readonly #isGuarded: boolean;
  readonly #end: string;
  readonly #booleans: readonly [string, string];
  /** Unquoted words that are no texts: a text that reads the same is quoted. */
  readonly #marks: ReadonlySet<string>;
  readonly #special: RegExp;

  constructor(options: ExportOptions, fronts: readonly FrontColumn[], isGuarded: boolean) {
    const { delimiter, lineEnd, booleans, missingAs, noneAs, emptyAs } = options;
    this.#options = options;
    this.#fronts = fronts;
    this.#isGuarded = isGuarded;
    this.#end = lineEnd === "crlf" ? "\r\n" : "\n";
    const [yes = "true", no = "false"] = booleans.split("/");
    this.#booleans = [yes, no];
    this.#marks = new Set([missingAs, noneAs, emptyAs].filter((mark) => mark !== ""));
    this.#special = delimiter === "|" ? /[|"\r\n]/ : new RegExp(`[${delimiter}"\r\n]`);
  }

  ofHeadings(headings: readonly string[]): string {
    return headings.map((heading) => this.#field(heading)).join(this.#options.delimiter) + this.#end;
  }

  of(row: ExportRow): string {
    const fields = this.#fronts.map((front) => this.#cell(frontCell(front, row)));
    for (const cell of row.cells) fields.push(this.#cell(cell));
    return fields.join(this.#options.delimiter) + this.#end;
  }

  #cell(cell: Cell): string {
    const { missingAs, noneAs, decimalMark } = this.#options;
    if (cell === undefined) return missingAs;
    if (cell === null) return noneAs;
    if (typeof cell === "string") return this.#text(cell);
    if (typeof cell === "boolean") return this.#plain(this.#booleans[cell ? 0 : 1]);
    if (cell.kind !== "number") return this.#field(cell.text);
    return this.#plain(decimalMark === "." ? cell.text : cell.text.replace(".", decimalMark));
  }

  #text(text: string): string {
    if (text === "") return this.#options.emptyAs === "" ? '""' : this.#options.emptyAs;
    if (!this.#isGuarded || !isFormulaText(text)) return this.#field(text);
    this.guardedCells++;
    return this.#field(guardText(text));
  }

  /** Numbers and truth values, which hold nothing that needs quotation marks, but may be given them. */
  #plain(text: string): string {
    return this.#options.quoteAll || this.#special.test(text) ? `"${text}"` : text;
  }

  #field(text: string): string {
    if (text === "") return '""';
    if (!this.#options.quoteAll && !this.#special.test(text) && !this.#marks.has(text)) return text;
    return `"${text.replaceAll('"', '""')}"`;
  }
}
