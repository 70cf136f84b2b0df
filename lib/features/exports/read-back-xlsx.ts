/**
 * Reads a workbook again with an unzipper and an XML parser that share nothing with the writer, and compares it with the table: sheets,
 * headings, every cell of every row with its type, long texts whole. It never repairs anything.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { decimalOf } from "#lib/elements/query/decimal.ts";
import { frontColumns, type FrontColumn } from "#lib/elements/export/headings.ts";
import type { ExportRow } from "#lib/elements/export/table.ts";
import type { Cell } from "#lib/elements/wire.ts";
import { ReadBackMismatch, ROWS_PER_TURN, wantedFront, type ReadBack } from "./mismatch.ts";
import { openWorkbook, type SheetCell, type SheetRow, type WorkbookReader } from "./workbook-reader.ts";

const CHARACTERS_MAX = 32_767;
const LONG_TEXT_MARK = /^\[long text (\d+): see sheet Long texts\]$/;

/** A long text that a cell refers to, compared when its sheet is read. */
type LongText = { row: number; id: string; cell: number };

/** @throws ReadBackMismatch */
export async function readBackXlsx(back: ReadBack): Promise<void> {
  const { table, path, options, written, progress } = back;
  const book = await openWorkbook(path);
  try {
    const isLongSheet = (name: string): boolean => name === "Long texts";
    const sheets = book.sheets.filter((name) => !isLongSheet(name));
    const expected = table.iterate(progress.signal);
    const fronts = frontColumns(table, options);
    const longTexts: LongText[] = [];
    let rows = 0;
    try {
      for (const name of sheets) {
        let at = 0;
        for await (const found of book.iterate(name)) {
          at++;
          if (found.number !== at) throw new ReadBackMismatch(`${name}, row ${String(at)}: its place`);
          const heading = written.headings[at - 1];
          if (heading !== undefined) {
            if (!isHeading(found, heading)) throw new ReadBackMismatch(`${name}: the headings`);
            continue;
          }
          const next = await expected.next();
          if (next.done === true) throw new ReadBackMismatch("it has more rows");
          rows++;
          compareFront(found, fronts, next.value, rows);
          compareCells(found, fronts.length, next.value, rows, { noneAs: options.noneAs, longTexts });
          if (rows % ROWS_PER_TURN === 0) {
            progress.advance(rows);
            await nextTurn();
          }
        }
      }
      if ((await expected.next()).done !== true) throw new ReadBackMismatch("rows are missing");
    } finally {
      await expected.return(undefined);
    }
    if (rows !== table.rows || rows !== written.rows) throw new ReadBackMismatch("the number of rows");
    if (book.sheets.some(isLongSheet) !== longTexts.length > 0)
      throw new ReadBackMismatch("the sheet of long texts");
    if (longTexts.length > 0) await compareLongTexts(back, book, longTexts);
    progress.advance(rows);
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
      throw new ReadBackMismatch(`row ${String(at)}: the GlobalId, class or model`);
  }
}

function compareCells(
  found: SheetRow,
  fronts: number,
  row: ExportRow,
  at: number,
  { noneAs, longTexts }: { noneAs: string; longTexts: LongText[] },
): void {
  let counted = [...found.cells.keys()].filter((column) => column < fronts).length;
  for (const [i, cell] of row.cells.entries()) {
    const held = found.cells.get(fronts + i);
    if (held !== undefined) counted++;
    const long = held?.type === "text" && longText(cell) ? LONG_TEXT_MARK.exec(held.text) : null;
    if (long !== null) {
      if (Number(long[1]) !== longTexts.length + 1)
        throw new ReadBackMismatch(`row ${String(at)}: a long text`);
      longTexts.push({ row: at, id: row.id, cell: i });
    } else if (!isSameCell(held, cell, noneAs)) {
      throw new ReadBackMismatch(`row ${String(at)}, column ${String(fronts + i + 1)}`);
    }
  }
  if (counted !== found.cells.size)
    throw new ReadBackMismatch(`row ${String(at)}: cells that belong to no column`);
}

function longText(cell: Cell): boolean {
  const text = typeof cell === "object" && cell !== null ? cell.text : cell;
  return typeof text === "string" && text.length > CHARACTERS_MAX;
}

/** What a cell must be in the file (docs/decisions/0025), said a second time and independently of the writer. */
function isSameCell(held: SheetCell | undefined, cell: Cell, noneAs: string): boolean {
  if (cell === undefined || (cell === null && noneAs === "")) return held === undefined;
  if (held === undefined) return false;
  if (cell === null) return held.type === "text" && held.text === noneAs;
  if (typeof cell === "boolean") return held.type === "boolean" && held.text === (cell ? "1" : "0");
  if (typeof cell === "string") return held.type === "text" && held.text === cell;
  if (held.type === "text") return held.text === cell.text;
  return cell.kind === "number" && held.type === "number" && isSameNumber(held.text, cell.text);
}

/** As a spreadsheet would hold it: the double nearest to the text has the same value, to the last digit. */
function isSameNumber(held: string, text: string): boolean {
  const value = Number(held);
  if (!Number.isFinite(value)) return false;
  return decimalOf(String(value)) === decimalOf(text);
}

async function compareLongTexts(
  { table, progress }: ReadBack,
  book: WorkbookReader,
  longTexts: readonly LongText[],
): Promise<void> {
  const parts = book.iterate("Long texts");
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
          throw new ReadBackMismatch(`long text ${String(number)}: whose it is`);
        text += held.cells.get(4)?.text ?? "";
        held = await nextRow(parts);
      }
      if (text !== whole) throw new ReadBackMismatch(`long text ${String(number)}`);
    }
  }
  if (held !== null || number !== longTexts.length) throw new ReadBackMismatch("the number of long texts");
}

async function nextRow(rows: AsyncGenerator<SheetRow>): Promise<SheetRow | null> {
  const next = await rows.next();
  return next.done === true ? null : next.value;
}
