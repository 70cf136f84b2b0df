/*
 * Cells for the clipboard, so that a spreadsheet pastes exactly the values: tab-separated text, and a table for programs that read one.
 * Loaded when cells are selected.
 */
import { isSheetNumber } from "#lib/elements/spreadsheet.ts";
import { tellCell } from "#lib/elements/told-values.ts";
import type { Cell } from "#lib/elements/wire.ts";
import type { RowLoader } from "./row-pages.ts";
import type { GridRowData } from "./row-data.ts";

/** What one press of Ctrl C copies. */
export type CopiedBlock = { text: string; html: string };

/** Cells per request for rows. */
const READ_CELLS_MAX = 20_000;
const READ_ROWS_MAX = 500;
/** About as wide as a spreadsheet's columns are by themselves. */
const COLUMN_PX = 85;

/** @param rows the cells of each row, equally many in all rows */
export function toBlock(rows: readonly (readonly Cell[])[]): CopiedBlock {
  return { text: rows.map((cells) => cells.map(toField).join("\t")).join("\r\n"), html: toTable(rows) };
}

// Spreadsheets take a quoted text as one cell, even with line breaks and tabs.
function toField(cell: Cell): string {
  const text = tellCell(cell);
  return /[\n\r\t"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

// Texts are marked as texts, for LibreOffice (sdnum) and for Excel (mso-number-format): "00123" keeps its zeros, "1-2" is no date, and
// "=1+1" is not calculated. Numbers carry their digits beside the localised text, so that a spreadsheet in another language reads the same
// number; numbers that it would round are texts, as in a workbook. Without stated widths LibreOffice guesses them, and puts neighbours into
// one column where there are hundreds.
function toTable(rows: readonly (readonly Cell[])[]): string {
  const body = rows.map((cells) => `<tr>${cells.map(toTableCell).join("")}</tr>`).join("");
  const widths = `<col width="${String(COLUMN_PX)}">`.repeat(rows[0]?.length ?? 0);
  return `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta charset="utf-8"></head><body><table>${widths}${body}</table></body></html>`;
}

function toTableCell(cell: Cell): string {
  const words = escape(tellCell(cell));
  if (typeof cell === "boolean" || words === "") return `<td>${words}</td>`;
  return typeof cell === "object" && cell?.kind === "number" && isSheetNumber(cell.text)
    ? `<td x:num="${escape(cell.text)}" sdval="${escape(cell.text)}">${words}</td>`
    : `<td sdnum="1033;0;@" style="mso-number-format:'\\@';white-space:pre-wrap">${words}</td>`;
}

function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll(/\r\n|\r|\n/g, '<br style="mso-data-placement:same-cell">');
}

/** Reads `count` rows starting at `from`, part by part. @throws Error that says why they could not be read */
export async function readRows(
  load: RowLoader<GridRowData>,
  { from, count, columns }: { from: number; count: number; columns: number },
  signal: AbortSignal,
): Promise<GridRowData[]> {
  const part = Math.max(1, Math.min(READ_ROWS_MAX, Math.floor(READ_CELLS_MAX / Math.max(1, columns))));
  const rows: GridRowData[] = [];
  while (rows.length < count) {
    const next = await load(from + rows.length, Math.min(part, count - rows.length), signal);
    if (next.length === 0) break;
    rows.push(...next);
  }
  return rows;
}
