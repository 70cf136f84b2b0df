/*
 * The one place where CSV is quoted and guarded (RFC 4180; docs/decisions/0007-csv.md, 0059-unaltered-csv.md): values to fields, fields to
 * lines. The fast way (fast/) writes the same from stored bytes; tests hold the two together.
 */
import { guardText, isFormulaText } from "#lib/elements/formula.ts";
import type { Cell } from "#lib/elements/wire.ts";
import type { CsvOptions } from "./options.ts";

/** Writes the fields and lines of one file. */
export class CsvFields {
  /** Texts that got an apostrophe, headings not counted. */
  guardedCells = 0;
  /** What stands in front of the first line: the byte order mark, or nothing. */
  readonly start: string;
  readonly #options: CsvOptions;
  readonly #end: string;
  /** Unquoted words that are no texts: a text that reads the same is quoted. */
  readonly #marks: ReadonlySet<string>;
  readonly #special: RegExp;

  constructor(options: CsvOptions) {
    const { delimiter, lineEnd, missingAs, noneAs, emptyAs } = options;
    this.start = options.byteOrderMark ? "\uFEFF" : "";
    this.#options = options;
    this.#end = lineEnd === "crlf" ? "\r\n" : "\n";
    this.#marks = new Set([missingAs, noneAs, emptyAs].filter((mark) => mark !== ""));
    this.#special = delimiter === "|" ? /[|"\r\n]/ : new RegExp(`[${delimiter}"\r\n]`);
  }

  /** A line with its end. */
  line(fields: readonly string[]): string {
    return fields.join(this.#options.delimiter) + this.#end;
  }

  /** A line of headings, which are guarded where they are made. */
  headings(names: readonly string[]): string {
    return this.line(names.map((name) => this.#field(name)));
  }

  /** A value; undefined is one that is missing, null one that is there without a value. */
  cell(cell: Cell): string {
    const { missingAs, noneAs, decimalMark, booleans } = this.#options;
    if (cell === undefined) return missingAs;
    if (cell === null) return noneAs;
    if (typeof cell === "string") return this.#text(cell);
    if (typeof cell === "boolean") return this.#plain(booleans[cell ? 0 : 1]);
    if (cell.kind !== "number") return this.#field(cell.text);
    return this.#plain(decimalMark === "." ? cell.text : cell.text.replace(".", decimalMark));
  }

  #text(text: string): string {
    if (text === "") return this.#options.emptyAs === "" ? '""' : this.#options.emptyAs;
    if (!this.#options.guardsFormulas || !isFormulaText(text)) return this.#field(text);
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
