/* A column as text for the clipboard: one value per line, as spreadsheets take it, read page by page up to a limit. */
import { tellCell } from "#lib/elements/told-values.ts";
import { fromWire } from "#lib/elements/wire.ts";
import {
  CLASS_COLUMN,
  ID_COLUMN,
  PAGE_ROWS_MAX,
  type TablePage,
  type TableQuery,
} from "#lib/elements/query/types.ts";
import { askPrepared, rowsPath, type TableAddress } from "./ask-table.ts";

/** Larger columns need an export. */
export const COPIED_ROWS_MAX = 20_000;

/** The values of a column over the matching rows. @throws Error that says why they could not be read. */
export async function readColumnText(
  address: TableAddress,
  query: TableQuery,
  columnId: string,
): Promise<{ text: string; rows: number; matches: number }> {
  const lines: string[] = [];
  const { signal } = new AbortController();
  for (;;) {
    const page = { columns: [columnId], offset: lines.length, limit: PAGE_ROWS_MAX };
    const { rows, matches } = await askPrepared<TablePage>(rowsPath(address, query, page), signal);
    for (const row of rows) lines.push(lineOf(row, columnId));
    if (rows.length === 0 || lines.length >= Math.min(matches, COPIED_ROWS_MAX))
      return { text: lines.join("\n"), rows: lines.length, matches };
  }
}

function lineOf(
  row: Parameters<typeof fromWire>[0][number] & { ifcClass: string },
  columnId: string,
): string {
  if (columnId === ID_COLUMN) return row.id;
  const text = columnId === CLASS_COLUMN ? row.ifcClass : tellCell(fromWire([row])[0]?.cells[0]);
  // A line break inside a value would make two lines; spreadsheets take a quoted value as one cell.
  return /[\n\r\t"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
