/*
 * The one place where CSV is quoted and guarded (RFC 4180; docs/decisions/0007-csv.md, 0059-unaltered-csv.md): values to fields, fields to
 * lines. The fast path (fast/) writes the same from stored bytes; tests check that both agree.
 */
import { guardText, isFormulaText } from "#lib/elements/formula.ts";
import type { Cell } from "#lib/elements/wire.ts";
import type { CsvOptions } from "./options.ts";

/** Writes the fields and lines of one file. */
export class CsvFields {
  /** Texts that got an apostrophe, headings not counted. */
  guardedCells = 0;
  /** What precedes the first line: the byte order mark, or nothing. */
  readonly start: string;
  readonly #options: CsvOptions;
  readonly #end: string;
  /** The marks for missing, no value and empty text, which are never quoted. A text equal to a mark is quoted. */
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

  /** A line of headings, which the caller has guarded already. */
  headings(names: readonly string[]): string {
    return this.line(names.map((name) => this.#field(name)));
  }

  /** The field of a cell; undefined: the property is missing, null: it has no value. */
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

  /** Numbers and truth values: nothing in them needs escaping, but the delimiter or `quoteAll` may require quotation marks. */
  #plain(text: string): string {
    return this.#options.quoteAll || this.#special.test(text) ? `"${text}"` : text;
  }

  #field(text: string): string {
    if (text === "") return '""';
    if (!this.#options.quoteAll && !this.#special.test(text) && !this.#marks.has(text)) return text;
    return `"${text.replaceAll('"', '""')}"`;
  }
}
