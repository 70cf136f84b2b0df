/*
 * Reads a workbook back with an unzipper and an XML parser that share no code with the writer, and compares it with the table: sheets,
 * headings, every cell of every row with its type, long texts in full. It never repairs anything.
 */
import { kept } from "#lib/core/language/kept-texts.ts";
import { sayIn, t, type Language } from "#lib/core/texts.ts";
import { decimalOf } from "#lib/elements/query/decimal.ts";
import type { Cell } from "#lib/elements/wire.ts";
import type { FrontColumn } from "../layout.ts";
import { ReadBackMismatch, WantedRows, wantedFront, type ReadBack, type AboutLine } from "../written.ts";
import type { ExportRow } from "../table.ts";
import { openWorkbook, type SheetCell, type SheetRow, type WorkbookReader } from "./workbook-reader.ts";

const CHARACTERS_MAX = 32_767;

/** A long text that a cell refers to; compared when the sheet of long texts is read. */
type LongText = { row: number; id: string; cell: number };

/** The names of the sheets after those of the elements. */
function furtherSheets(language: Language): { longTexts: string; about: string } {
  return sayIn(language, () => ({ longTexts: t("Long texts"), about: t("About this file") }));
}

/** The content of a cell whose text is the n-th on the sheet of long texts. */
function longTextMark(number: number, language: Language): string {
  const sheet = furtherSheets(language).longTexts;
  return sayIn(language, () => t("[long text {number}: see sheet {sheet}]", { number, sheet }));
}

/** @throws ReadBackMismatch */
export async function readBackXlsx(back: ReadBack): Promise<void> {
  const { path, options, about = [], written } = back;
  const book = await openWorkbook(path);
  try {
    const further = furtherSheets(options.language);
    const sheets = book.sheets.filter((name) => name !== further.longTexts && name !== further.about);
    await using rows = new WantedRows(back);
    const { fronts } = back.layout;
    const longTexts: LongText[] = [];
    for (const name of sheets) {
      let at = 0;
      for await (const found of book.iterate(name)) {
        at++;
        if (found.number !== at)
          throw new ReadBackMismatch(kept("{sheet}, row {row}: the position", { sheet: name, row: at }));
        const heading = written.headings[at - 1];
        if (heading !== undefined) {
          if (!isHeading(found, heading))
            throw new ReadBackMismatch(kept("{sheet}: the headings", { sheet: name }));
          continue;
        }
        const row = await rows.take();
        compareFront(found, fronts, row, rows.taken);
        compareCells(found, fronts.length, row, rows.taken, { options, longTexts });
      }
    }
    await rows.end();
    if (book.sheets.includes(further.longTexts) !== longTexts.length > 0)
      throw new ReadBackMismatch(kept("the sheet of long texts"));
    const aboutSheets = book.sheets.filter((name) => name === further.about);
    await compareAbout(book, about, aboutSheets);
    if (longTexts.length > 0) await compareLongTexts(back, book, longTexts);
  } finally {
    book.close();
  }
}

function isHeading(row: SheetRow, heading: readonly string[]): boolean {
  return (
    row.cells.size === heading.length &&
    heading.every((name, i) => row.cells.get(i)?.type === "text" && row.cells.get(i)?.text === name)
  );
}

function compareFront(found: SheetRow, fronts: readonly FrontColumn[], row: ExportRow, at: number): void {
  for (const [i, front] of fronts.entries()) {
    if (!isSameCell(found.cells.get(i), wantedFront(front, row), ""))
      throw new ReadBackMismatch(kept("row {row}: the GlobalId, class or model", { row: at }));
  }
}

function compareCells(
  found: SheetRow,
  fronts: number,
  row: ExportRow,
  at: number,
  { options: { noneAs, language }, longTexts }: { options: ReadBack["options"]; longTexts: LongText[] },
): void {
  let counted = [...found.cells.keys()].filter((column) => column < fronts).length;
  for (const [i, cell] of row.cells.entries()) {
    const held = found.cells.get(fronts + i);
    if (held !== undefined) counted++;
    if (longText(cell)) {
      if (held?.type !== "text" || held.text !== longTextMark(longTexts.length + 1, language))
        throw new ReadBackMismatch(kept("row {row}: a long text", { row: at }));
      longTexts.push({ row: at, id: row.id, cell: i });
    } else if (!isSameCell(held, cell, noneAs)) {
      throw new ReadBackMismatch(kept("row {row}, column {column}", { row: at, column: fronts + i + 1 }));
    }
  }
  if (counted !== found.cells.size)
    throw new ReadBackMismatch(kept("row {row}: cells that belong to no column", { row: at }));
}

function longText(cell: Cell): boolean {
  const text = typeof cell === "object" && cell !== null ? cell.text : cell;
  return typeof text === "string" && text.length > CHARACTERS_MAX;
}

/** What a cell must be in the file (docs/decisions/0025), stated a second time, independently of the writer. */
function isSameCell(held: SheetCell | undefined, cell: Cell, noneAs: string): boolean {
  if (cell === undefined || (cell === null && noneAs === "")) return held === undefined;
  if (held === undefined) return false;
  if (cell === null) return held.type === "text" && held.text === noneAs;
  if (typeof cell === "boolean") return held.type === "boolean" && held.text === (cell ? "1" : "0");
  if (typeof cell === "string") return held.type === "text" && held.text === cell;
  if (held.type === "text") return held.text === cell.text;
  return cell.kind === "number" && held.type === "number" && isSameNumber(held.text, cell.text);
}

/** Compares as a spreadsheet would hold the number: the double nearest to the text has the same value, to the last digit. */
function isSameNumber(held: string, text: string): boolean {
  const value = Number(held);
  if (!Number.isFinite(value)) return false;
  return decimalOf(String(value)) === decimalOf(text);
}

/** Compares the About sheet. A text longer than a cell continues in the rows below, which have no label. */
async function compareAbout(
  book: WorkbookReader,
  about: readonly AboutLine[],
  [sheet, ...others]: readonly string[],
): Promise<void> {
  const held: AboutLine[] = [];
  for await (const { cells } of sheet === undefined ? [] : book.iterate(sheet)) {
    const [label = "", text = ""] = [cells.get(0)?.text, cells.get(1)?.text];
    const last = held.at(-1);
    if (label === "" && last !== undefined) held.splice(-1, 1, { label: last.label, text: last.text + text });
    else held.push({ label, text });
  }
  const isSame =
    held.length === about.length &&
    about.every(({ label, text }, i) => held[i]?.label === label && held[i].text === text);
  if (others.length > 0 || !isSame) throw new ReadBackMismatch(kept("the sheet about the file"));
}

async function compareLongTexts(
  { table, options, progress }: ReadBack,
  book: WorkbookReader,
  longTexts: readonly LongText[],
): Promise<void> {
  const parts = book.iterate(furtherSheets(options.language).longTexts);
  await parts.next();
  let held: SheetRow | null = await nextRow(parts);
  let number = 0;
  let rows = 0;
  for await (const row of table.iterate(progress.signal)) {
    rows++;
    for (let long = longTexts[number]; long?.row === rows; long = longTexts[number]) {
      number++;
      const cell = row.cells[long.cell];
      const whole = typeof cell === "object" && cell !== null ? cell.text : cell;
      let text = "";
      while (held !== null && held.cells.get(0)?.text === String(number)) {
        if (held.cells.get(1)?.text !== long.id)
          throw new ReadBackMismatch(kept("long text {number}: the cell it belongs to", { number }));
        text += held.cells.get(4)?.text ?? "";
        held = await nextRow(parts);
      }
      if (text !== whole) throw new ReadBackMismatch(kept("long text {number}", { number }));
    }
  }
  if (held !== null || number !== longTexts.length)
    throw new ReadBackMismatch(kept("the number of long texts"));
}

async function nextRow(rows: AsyncGenerator<SheetRow>): Promise<SheetRow | null> {
  const next = await rows.next();
  return next.done === true ? null : next.value;
}
