/* A rectangle of selected cells: its anchor, its current end, and the cells it covers. Pure. */
import { moveCell, type ActiveCell, type GridBounds } from "./movement.ts";

/** Two opposite corners; both are cells, never heads. */
export type CellRange = { readonly anchor: ActiveCell; readonly end: ActiveCell };

/** The rows and columns of a range, first and last inclusive. */
export type CellBlock = { firstRow: number; lastRow: number; firstColumn: number; lastColumn: number };

export function blockOf({ anchor, end }: CellRange): CellBlock {
  return {
    firstRow: Math.min(anchor.row, end.row),
    lastRow: Math.max(anchor.row, end.row),
    firstColumn: Math.min(anchor.column, end.column),
    lastColumn: Math.max(anchor.column, end.column),
  };
}

export function rowsIn({ firstRow, lastRow }: CellBlock): number {
  return lastRow - firstRow + 1;
}

export function columnsIn({ firstColumn, lastColumn }: CellBlock): number {
  return lastColumn - firstColumn + 1;
}

/** A range from one cell to another; null for a head, and for a single cell, which needs no range. */
export function rangeTo(anchor: ActiveCell, end: ActiveCell): CellRange | null {
  const isOne = anchor.row === end.row && anchor.column === end.column;
  return isOne || anchor.row < 0 || end.row < 0 ? null : { anchor, end };
}

export function everyCell({ rows, columns }: Pick<GridBounds, "rows" | "columns">): CellRange | null {
  return rangeTo({ row: 0, column: 0 }, { row: rows - 1, column: columns - 1 });
}

/** Where a key with Shift moves the end of a range; null when the key does not move it. */
export function extendTo(end: ActiveCell, key: string, far: boolean, bounds: GridBounds): ActiveCell | null {
  const next = moveCell(end, key, far, bounds);
  return next === null ? null : { ...next, row: Math.max(0, next.row) };
}
