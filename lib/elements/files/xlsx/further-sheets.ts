/*
 * The sheets after those of the elements: the full texts that are too long for a cell, and what the file contains.
 */
import { kept } from "#lib/core/language/kept-texts.ts";
import { ElementsError } from "#lib/elements/errors.ts";
import { CELL_CHARACTERS_MAX, SHEET_ROWS_MAX } from "#lib/elements/spreadsheet.ts";
import type { Cell } from "#lib/elements/wire.ts";
import type { Layout } from "../layout.ts";
import type { ExportTable } from "../table.ts";
import type { AboutLine } from "../written.ts";
import { BOLD, splitText, textCell, textRow } from "./cells.ts";
import { sheetEnd, sheetStart } from "./workbook.ts";

const LONG_TEXTS_WIDTHS = [10, 26, 40, 8, 100];
const ABOUT_WIDTHS = [28, 100];

type LongTexts = { table: ExportTable; layout: Layout; signal?: AbortSignal | undefined };

/** True for a value that does not fit into a cell. */
export function isLongText(cell: Cell): boolean {
  return textOf(cell).length > CELL_CHARACTERS_MAX;
}

/** The text of a value that is written as text; "" for all others. */
export function textOf(cell: Cell): string {
  if (typeof cell === "string") return cell;
  return typeof cell === "object" && cell !== null ? cell.text : "";
}

/** The sheet of long texts: each in full, in as many rows as it needs. */
export async function* longTextPieces(
  { table, layout, signal }: LongTexts,
  longTextsHeadings: readonly string[],
): AsyncGenerator<Uint8Array> {
  const headings = layout.headings.slice(layout.fronts.length);
  let at = 0;
  yield Buffer.from(sheetStart(1, LONG_TEXTS_WIDTHS) + textRow(++at, longTextsHeadings, BOLD));
  let number = 0;
  for await (const row of table.iterate(signal)) {
    for (const [i, cell] of row.cells.entries()) {
      if (!isLongText(cell)) continue;
      number++;
      for (const [part, text] of splitText(textOf(cell)).entries()) {
        if (at >= SHEET_ROWS_MAX) {
          throw new ElementsError(
            "BAD_OPTION",
            kept(
              "There are more long texts than a worksheet has rows. Choose CSV, Parquet or JSON, which hold texts of any length.",
            ),
          );
        }
        const front = [String(number), row.id, headings[i] ?? "", String(part + 1)];
        yield Buffer.from(textRow(++at, [...front, text]));
      }
    }
  }
  yield Buffer.from(sheetEnd(null));
}

/** The About sheet, which says what the file contains: a label and a text in each row. */
export function aboutSheet(about: readonly AboutLine[]): Buffer {
  const rows = about.flatMap(({ label, text }) =>
    splitText(text).map((part, i) => [i === 0 ? label : "", part] as const),
  );
  const xml = rows.map(([label, text], i) => {
    const row = String(i + 1);
    return `<row r="${row}">${textCell(`A${row}`, label, BOLD)}${textCell(`B${row}`, text)}</row>`;
  });
  return Buffer.from(sheetStart(0, ABOUT_WIDTHS) + xml.join("") + sheetEnd(null));
}
