/*
 * Reads a CSV file back with csv-parse, which shares no code with the writers, and compares it with the table: headings, every cell of
 * every row, what is quoted, which texts are guarded. It never repairs anything.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { CsvError, parse, type InfoField } from "csv-parse";
import { kept } from "#lib/core/language/kept-texts.ts";
import { guardText } from "#lib/elements/formula.ts";
import type { Cell } from "#lib/elements/wire.ts";
import type { FrontColumn } from "../layout.ts";
import { ReadBackMismatch, WantedRows, wantedFront, type ReadBack } from "../written.ts";
import type { ExportOptions } from "../options.ts";
import type { ExportRow } from "../table.ts";

/** A cell, and whether it was quoted: only that distinguishes the empty text from nothing, and a text from a mark. */
type Field = { text: string; isQuoted: boolean };

/** A cell may be 10 MB, and quoting may double it. */
const RECORD_BYTES_MAX = 512 * 1024 * 1024;

/** @throws ReadBackMismatch */
export async function readBackCsv(back: ReadBack): Promise<void> {
  const { layout, path, profile, options, written } = back;
  const { signal } = back.progress;
  const hash = createHash("sha256");
  const source = createReadStream(path, { highWaterMark: 256 * 1024, signal });
  const parser = parse({
    delimiter: options.delimiter,
    bom: options.byteOrderMark,
    record_delimiter: options.lineEnd === "crlf" ? "\r\n" : "\n",
    relax_column_count: false,
    skip_empty_lines: false,
    max_record_size: RECORD_BYTES_MAX,
    // csv-parse types the results of `cast` as unknown; compareRow checks each.
    cast: (text: string, { quoting }: InfoField): unknown => ({ text, isQuoted: quoting }) satisfies Field,
  });
  source.on("data", (chunk) => hash.update(chunk));
  source.on("error", (error) => parser.destroy(error));
  source.pipe(parser);

  await using rows = new WantedRows(back);
  const form: Form = { fronts: layout.fronts, options, isGuarded: profile === "spreadsheets" };
  const names = layout.headingRows;
  let headings = 0;
  let guarded = 0;
  try {
    for await (const record of parser as AsyncIterable<Field[]>) {
      const heading = written.headings[headings];
      if (heading === undefined) {
        guarded += compareRow(record, await rows.take(), form, rows.taken);
      } else {
        guarded += compareHeadings(record, heading, names[headings] ?? [], form);
        headings += 1;
      }
    }
    if (headings < written.headings.length) throw new ReadBackMismatch(kept("the headings"));
    await rows.end();
  } catch (thrown) {
    if (thrown instanceof ReadBackMismatch || signal.aborted) throw thrown;
    if (thrown instanceof CsvError)
      throw new ReadBackMismatch(kept("it is not regular CSV: {code}", { code: thrown.code }));
    throw thrown;
  } finally {
    source.destroy();
  }
  if (guarded !== written.guardedCells)
    throw new ReadBackMismatch(kept("the number of texts with an apostrophe"));
  if (hash.digest("hex") !== written.sha256) throw new ReadBackMismatch(kept("the checksum of its bytes"));
  if (written.headings.length === 1 && new Set(written.headings[0]).size !== written.columns)
    throw new ReadBackMismatch(kept("two headings are the same"));
}

type Form = { fronts: readonly FrontColumn[]; options: ExportOptions; isGuarded: boolean };

/** Compares the headings with what the writer reported and with the columns' names. @returns how many have an apostrophe in front */
function compareHeadings(
  record: readonly Field[],
  headings: readonly string[],
  names: readonly string[],
  { isGuarded }: Form,
): number {
  const wanted = isGuarded ? names.map(guardText) : names;
  const isSame =
    record.length === wanted.length &&
    record.every(({ text }, i) => text === wanted[i] && text === headings[i]);
  if (!isSame) throw new ReadBackMismatch(kept("the headings"));
  return record.filter(({ text }, i) => text !== names[i]).length;
}

/** @returns how many texts have an apostrophe in front */
function compareRow(record: readonly Field[], row: ExportRow, form: Form, at: number): number {
  const { fronts } = form;
  let guarded = 0;
  if (record.length !== row.cells.length + fronts.length)
    throw new ReadBackMismatch(kept("row {row}: the number of cells", { row: at }));
  for (const [i, front] of fronts.entries()) {
    const wanted = wantedFront(front, row);
    if (!isSame(record[i], wanted, form))
      throw new ReadBackMismatch(kept("row {row}: the GlobalId, class or model", { row: at }));
    if (isGuardedText(record[i], wanted)) guarded += 1;
  }
  for (let column = 0; column < row.cells.length; column += 1) {
    const field = record[column + fronts.length];
    const cell = row.cells[column];
    if (!isSame(field, cell, form)) {
      throw new ReadBackMismatch(
        kept("row {row}, column {column}", { row: at, column: column + fronts.length + 1 }),
      );
    }
    if (isGuardedText(field, cell)) guarded += 1;
  }
  return guarded;
}

/** True for a text that differs in the file; `isSame` has checked before that only the guard makes the difference. */
function isGuardedText(field: Field | undefined, cell: Cell): boolean {
  return typeof cell === "string" && cell !== "" && field?.text !== cell;
}

/** What a cell must be in the file (docs/decisions/0007-csv.md, 0059), stated a second time, independently of the writer. */
function isSame(field: Field | undefined, cell: Cell, form: Form): boolean {
  const { options } = form;
  if (field === undefined) return false;
  if (cell === undefined) return !field.isQuoted && field.text === options.missingAs;
  if (cell === null) return !field.isQuoted && field.text === options.noneAs;
  if (cell === "") return field.text === options.emptyAs && field.isQuoted === (options.emptyAs === "");
  const text = textOf(cell, form);
  if (field.text !== text) return false;
  const isMark = text === options.missingAs || text === options.noneAs || text === options.emptyAs;
  return field.isQuoted || !(options.quoteAll || (isMark && typeof cell === "string"));
}

function textOf(cell: Exclude<Cell, undefined | null>, { options, isGuarded }: Form): string {
  if (typeof cell === "string") return isGuarded ? guardText(cell) : cell;
  if (typeof cell === "boolean") return options.booleans.split("/")[cell ? 0 : 1] ?? "";
  return cell.kind === "number" ? cell.text.replace(".", options.decimalMark) : cell.text;
}
