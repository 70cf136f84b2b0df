/* Where keys move the active cell. Pure: key and bounds in, position out. */

/** A position in the grid. Row -1 is the row of column heads. */
export type ActiveCell = { row: number; column: number };

export type GridBounds = {
  rows: number;
  columns: number;
  /** Number of visible rows. */ viewRows: number;
};

const HEAD = -1;

/** The position of a grid element; null for anything except a cell or head itself. */
export function cellOf(target: EventTarget | null): ActiveCell | null {
  if (!(target instanceof HTMLElement)) return null;
  const { row, column } = target.dataset;
  return row === undefined || column === undefined ? null : { row: Number(row), column: Number(column) };
}

/** The position of the cell or head around an element; null outside of all. */
export function cellAround(target: EventTarget | null): ActiveCell | null {
  return target instanceof Element ? cellOf(target.closest("[data-row]")) : null;
}

/**
 * The position that a key leads to, or null when the key is not the grid's (WAI-ARIA grid pattern): arrows, Home and End in the row, Page
 * Up and Page Down by a screen; with `far` (Ctrl or ⌘) to the edge.
 */
export function moveCell(at: ActiveCell, key: string, far: boolean, bounds: GridBounds): ActiveCell | null {
  const target = aim(at, key, far, bounds);
  return target === null
    ? null
    : {
        row: clamp(target.row, HEAD, bounds.rows - 1),
        column: clamp(target.column, 0, bounds.columns - 1),
      };
}

function aim(at: ActiveCell, key: string, far: boolean, bounds: GridBounds): ActiveCell | null {
  const step = Math.max(1, bounds.viewRows - 1);
  switch (key) {
    case "ArrowUp":
      return { ...at, row: far ? Math.min(at.row, 0) : at.row - 1 };
    case "ArrowDown":
      return { ...at, row: far ? bounds.rows - 1 : at.row + 1 };
    case "ArrowLeft":
      return { ...at, column: far ? 0 : at.column - 1 };
    case "ArrowRight":
      return { ...at, column: far ? bounds.columns - 1 : at.column + 1 };
    case "Home":
      return { row: far ? 0 : at.row, column: 0 };
    case "End":
      return { row: far ? bounds.rows - 1 : at.row, column: bounds.columns - 1 };
    case "PageUp":
      return { ...at, row: at.row === HEAD ? HEAD : Math.max(0, at.row - step) };
    case "PageDown":
      return { ...at, row: at.row + step };
    default:
      return null;
  }
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, value));
}
