"use client";
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from "react";
import { cellAround, cellOf, type ActiveCell } from "./movement.ts";
import { blockOf, everyCell, extendTo, rangeTo, type CellBlock, type CellRange } from "./selection.ts";

type View = {
  viewRows: number;
  show: (cell: ActiveCell) => void;
  /** Makes a cell active and focuses it. */
  goTo: (cell: ActiveCell) => void;
};

export type Selection = {
  /** The same object while the same cells are selected; null: only the active cell. */
  range: CellRange | null;
  /** The cells in the range. */
  block: CellBlock | null;
  /** True when the selection has handled the key. */
  onKeyDown: (event: KeyboardEvent, view: View) => boolean;
  onMouseDown: (event: MouseEvent, view: Pick<View, "show">) => void;
};

/**
 * Cells selected as a rectangle: by dragging, by Shift with a click or a movement key, or Ctrl A for all; Escape, a click or a movement
 * ends it. A selection belongs to the rows and columns it was made on.
 */
export function useSelection(options: {
  rows: number;
  columns: number;
  active: ActiveCell;
  /** Changes when the rows change. */
  of: object;
}): Selection {
  const { rows, columns, active, of } = options;
  const [kept, setKept] = useState<{ range: CellRange; of: object; columns: number } | null>(null);
  const range = kept?.of === of && kept.columns === columns ? kept.range : null;
  const select = (next: CellRange | null): void => setKept(next && { range: next, of, columns });
  const dragging = useRef<AbortController | null>(null);
  useEffect(() => () => dragging.current?.abort(), []);
  return {
    range,
    block: range && blockOf(range),
    onKeyDown: (event, { viewRows, show, goTo }) => {
      if (event.altKey || cellOf(event.target) === null || active.row < 0) return false;
      const far = event.ctrlKey || event.metaKey;
      if (far && event.key.toLowerCase() === "a") {
        event.preventDefault();
        select(everyCell({ rows, columns }));
        return true;
      }
      if (event.key === "Escape" && range !== null) {
        event.stopPropagation();
        select(null);
        return true;
      }
      if (!event.shiftKey) {
        if (extendTo(active, event.key, far, { rows, columns, viewRows }) !== null) select(null);
        return false;
      }
      const end = extendTo(range?.end ?? active, event.key, far, { rows, columns, viewRows });
      if (end === null) return false;
      event.preventDefault();
      select(rangeTo(range?.anchor ?? active, end));
      show(end);
      goTo(end);
      return true;
    },
    onMouseDown: (event, { show }) => {
      const grid = event.currentTarget;
      const cell = cellAround(event.target);
      if (cell === null || cell.row < 0 || event.button !== 0) return;
      if (event.shiftKey && active.row >= 0) {
        // Prevents the browser's own text selection across cells; the focus stays where the range began.
        event.preventDefault();
        if (!grid.contains(document.activeElement))
          grid.querySelector<HTMLElement>("[tabindex='0']")?.focus({ preventScroll: true });
        select(rangeTo(range?.anchor ?? active, cell));
        return;
      }
      select(null);
      // A long value shown whole is text that people may want to select in part.
      if (
        document.activeElement?.matches(".long") === true &&
        document.activeElement.contains(event.target as Node)
      )
        return;
      dragging.current?.abort();
      dragging.current = followDrag(grid, { from: cell, rows, columns }, (end) => {
        select(rangeTo(cell, end));
        show(end);
      });
    },
  };
}

const BEYOND_MS = 40;
const BEYOND_ROWS = 2;

/**
 * Reports the grid cell under the pointer until the button is released. With the pointer outside the view, or over the heads, the end of the
 * range moves on, row by row or column by column.
 */
function followDrag(
  grid: Element,
  { from, rows, columns }: { from: ActiveCell; rows: number; columns: number },
  onCell: (cell: ActiveCell) => void,
): AbortController {
  const end = new AbortController();
  const { signal } = end;
  let last = from;
  let pointer: { x: number; y: number } | null = null;
  const follow = (): void => {
    const view = grid.parentElement?.getBoundingClientRect();
    if (view === undefined || pointer === null) return;
    const { x, y } = pointer;
    const under = cellAround(document.elementFromPoint(x, y));
    const down = y > view.bottom ? 1 : y < view.top || (under?.row ?? 0) < 0 ? -1 : 0;
    const right = x > view.right ? 1 : x < view.left ? -1 : 0;
    if (under === null && down === 0 && right === 0) return;
    const row = down === 0 ? (under?.row ?? last.row) : last.row + down * BEYOND_ROWS;
    const column = right === 0 ? (under?.column ?? last.column) : last.column + right;
    const next = {
      row: Math.max(0, Math.min(rows - 1, row)),
      column: Math.max(0, Math.min(columns - 1, column)),
    };
    if (next.row === last.row && next.column === last.column) return;
    last = next;
    document.getSelection()?.removeAllRanges();
    onCell(next);
  };
  const timer = setInterval(follow, BEYOND_MS);
  // A value shown whole over its neighbours would hide them from the pointer (grid.css).
  grid.setAttribute("data-dragging", "");
  signal.addEventListener("abort", () => {
    clearInterval(timer);
    grid.removeAttribute("data-dragging");
  });
  window.addEventListener(
    "pointermove",
    ({ clientX, clientY, buttons }) => {
      if (buttons === 0) {
        end.abort();
        return;
      }
      pointer = { x: clientX, y: clientY };
      follow();
    },
    { signal },
  );
  for (const over of ["pointerup", "pointercancel", "blur"])
    window.addEventListener(over, () => end.abort(), { signal });
  return end;
}
