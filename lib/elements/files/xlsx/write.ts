/*
 * Writes an element table as a workbook, row by row, never all of it in memory: a frozen heading, typed cells, further sheets when a sheet
 * is full, and a sheet with the full texts that are too long for a cell. Nothing is cut and nothing becomes a formula.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { kept } from "#lib/core/language/kept-texts.ts";
import { sayIn, t, type Language } from "#lib/core/texts.ts";
import { ElementsError } from "#lib/elements/errors.ts";
import { isSheetNumber, SHEET_COLUMNS_MAX, SHEET_ROWS_MAX } from "#lib/elements/spreadsheet.ts";
import type { Cell } from "#lib/elements/wire.ts";
import { frontCell, type Layout } from "../layout.ts";
import type { ExportOptions } from "../options.ts";
import { writePieces, type TextRows } from "../pieces.ts";
import type { ExportRow } from "../table.ts";
import type { AboutLine, FormatWritten, WriteFile } from "../written.ts";
import { iterateZip, type ZipEntry } from "../zip.ts";
import { BOLD, booleanCell, columnLetters, numberCell, textCell, textRow } from "./cells.ts";
import { aboutSheet, isLongText, longTextPieces, textOf } from "./further-sheets.ts";
import { sheetEnd, sheetPath, sheetStart, widthFor, workbookParts } from "./workbook.ts";

export type XlsxTable = TextRows & {
  readonly layout: Layout;
  readonly options: Pick<ExportOptions, "noneAs" | "language">;
  /** Name of the first sheet; left out: elements. */
  readonly sheet?: string | undefined;
  /** Content of the last sheet; left out: no such sheet. */
  readonly about?: readonly AboutLine[] | undefined;
  /** Rows of a sheet, headings included; only tests set less than a sheet can hold. */
  readonly sheetRowsMax?: number | undefined;
};

const PIECE_CHARACTERS = 128 * 1024;
/** Characters that the filter's button covers. */
const FILTER_BUTTON = 3;

type SheetWords = ReturnType<typeof sheetWords>;

/** Portico's own words in a workbook, in its language. */
function sheetWords(language: Language) {
  return sayIn(language, () => {
    const sheet = t("Long texts");
    return {
      elements: t("Elements"),
      longTexts: sheet,
      longTextsHeadings: [t("Number"), t("GlobalId"), t("Column"), t("Part"), t("Text")],
      about: t("About this file"),
      /** The content of a cell whose text is on the sheet of long texts under this number. */
      longTextMark: (number: number): string =>
        sayIn(language, () => t("[long text {number}: see sheet {sheet}]", { number, sheet })),
    };
  });
}

/** Writes the whole table to a new file. @throws as `iterateXlsx`; the system's errors of the disk */
export function writeXlsx({ path, progress, ...given }: WriteFile): Promise<FormatWritten> {
  const { signal, advance } = progress;
  return writePieces(path, () => iterateXlsx({ ...given, signal, onRows: (rows) => advance(rows) }));
}

/**
 * The bytes of a workbook.
 * @throws ElementsError BAD_OPTION for more columns or rows than a sheet has, CANCELLED, SNAPSHOT_DAMAGED
 */
export async function* iterateXlsx(given: XlsxTable): AsyncGenerator<Uint8Array> {
  const { table, layout } = given;
  const columns = layout.headings.length;
  if (columns > SHEET_COLUMNS_MAX) {
    throw new ElementsError(
      "BAD_OPTION",
      kept(
        "A worksheet has up to {max} columns; this table has {columns}. Choose fewer columns, or CSV, Parquet or JSON.",
        { max: SHEET_COLUMNS_MAX, columns },
      ),
    );
  }
  // A table over several models must be one table, so it may not spread over several sheets.
  if (table.place !== undefined) assertOneSheet(table.rows, layout.headingRows.length, given.sheetRowsMax);
  yield* iterateZip(parts(given));
}

/** The parts of a workbook: the sheets, and the parts that describe them. */
async function* parts(given: XlsxTable): AsyncGenerator<ZipEntry> {
  const { table, options, about = [] } = given;
  const words = sheetWords(options.language);
  const sheets = new SheetWriter(given, words);
  const names: string[] = [];
  const rows = table.iterate(given.signal);
  try {
    do {
      const name = given.sheet ?? words.elements;
      names.push(names.length === 0 ? name : `${name} ${String(names.length + 1)}`);
      yield { name: sheetPath(names.length), content: sheets.pieces(rows) };
    } while (!sheets.isDone);
  } finally {
    await rows.return(undefined);
  }
  if (sheets.longTexts > 0) {
    names.push(words.longTexts);
    yield { name: sheetPath(names.length), content: longTextPieces(given, words.longTextsHeadings) };
  }
  if (about.length > 0) {
    names.push(words.about);
    yield { name: sheetPath(names.length), content: [aboutSheet(about)] };
  }
  for (const [name, content] of workbookParts(names)) yield { name, content: [Buffer.from(content)] };
}

/** @throws ElementsError BAD_OPTION when one worksheet cannot hold all rows */
export function assertOneSheet(rows: number, headings: number, sheetRowsMax: number = SHEET_ROWS_MAX): void {
  const room = sheetRowsMax - headings;
  if (rows <= room) return;
  throw new ElementsError(
    "BAD_OPTION",
    kept(
      "One worksheet has room for {room} elements, and these models have more. Choose CSV, Parquet or JSON, fewer models or classes, or one file for each model.",
      { room },
    ),
  );
}

/** About how many characters of a cell are visible. */
function lengthOf(cell: Cell): number {
  return typeof cell === "boolean" ? 5 : textOf(cell).length;
}

class SheetWriter {
  isDone = false;
  longTexts = 0;
  readonly #given: XlsxTable;
  readonly #words: SheetWords;
  readonly #letters: readonly string[];
  #rows = 0;

  constructor(given: XlsxTable, words: SheetWords) {
    this.#given = given;
    this.#words = words;
    this.#letters = given.layout.headings.map((_, i) => columnLetters(i));
  }

  /** The XML of one sheet, with as many rows as fit. */
  async *pieces(rows: AsyncGenerator<ExportRow>): AsyncGenerator<Uint8Array> {
    const { table, layout, onRows, sheetRowsMax = SHEET_ROWS_MAX } = this.#given;
    const headings = layout.headingRows;
    // Widths precede the rows in the file, so only the rows made before the first output can be measured.
    const lengths = (headings.at(-1) ?? []).map((heading) => heading.length + FILTER_BUTTON);
    const start = (): string => sheetStart(headings.length, lengths.map(widthFor));
    let pieces = 0;
    let text = "";
    let at = 0;
    for (const heading of headings) text += textRow(++at, heading, BOLD);
    while (at < sheetRowsMax && this.#rows < table.rows) {
      const next = await rows.next();
      if (next.done === true) break;
      if (pieces === 0) this.#measure(next.value, lengths);
      text += this.#row(next.value, ++at);
      this.#rows++;
      if (text.length < PIECE_CHARACTERS) continue;
      yield Buffer.from(pieces++ === 0 ? start() + text : text);
      text = "";
      onRows?.(this.#rows);
      await nextTurn();
    }
    if (this.#rows >= table.rows) {
      // Takes one step beyond the last row, where snapshots verify their checksums.
      this.isDone = (await rows.next()).done === true;
      if (!this.isDone) throw new RangeError("the table has more rows than it says");
      onRows?.(this.#rows);
    }
    const last = this.#letters.at(-1) ?? "A";
    text += sheetEnd(`A${String(headings.length)}:${last}${String(at)}`);
    yield Buffer.from(pieces === 0 ? start() + text : text);
  }

  /** Notes the lengths of a row's cells where they are the longest of their column so far. */
  #measure(row: ExportRow, lengths: number[]): void {
    const cells = [...this.#given.layout.fronts.map((front) => frontCell(front, row)), ...row.cells];
    for (const [i, cell] of cells.entries()) lengths[i] = Math.max(lengths[i] ?? 0, lengthOf(cell));
  }

  #row(row: ExportRow, at: number): string {
    const letters = this.#letters;
    const { noneAs } = this.#given.options;
    const number = String(at);
    let xml = `<row r="${number}">`;
    let column = 0;
    for (const front of this.#given.layout.fronts) {
      const cell = frontCell(front, row);
      const place = `${letters[column++] ?? ""}${number}`;
      if (cell === undefined) continue;
      const text = textOf(cell);
      xml +=
        typeof cell === "object" && isSheetNumber(text) ? numberCell(place, text) : textCell(place, text);
    }
    for (const cell of row.cells) {
      const place = `${letters[column++] ?? ""}${number}`;
      if (cell === undefined) continue;
      if (cell === null) {
        if (noneAs !== "") xml += textCell(place, noneAs);
      } else if (typeof cell === "boolean") xml += booleanCell(place, cell);
      else if (isLongText(cell)) xml += textCell(place, this.#words.longTextMark(++this.longTexts));
      else if (typeof cell === "string") xml += textCell(place, cell);
      else if (cell.kind === "number" && isSheetNumber(cell.text)) xml += numberCell(place, cell.text);
      else xml += textCell(place, cell.text);
    }
    return `${xml}</row>`;
  }
}
