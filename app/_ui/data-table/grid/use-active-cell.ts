"use client";
import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from "react";
import { cellOf, moveCell, type ActiveCell } from "./movement.ts";

export type ActiveCellHandlers = {
  onKeyDown: (event: KeyboardEvent, view: { viewRows: number; show: (cell: ActiveCell) => void }) => void;
  onFocus: (event: FocusEvent, view: { show: (cell: ActiveCell) => void }) => void;
  /** Makes a cell active and focuses it. */
  goTo: (cell: ActiveCell) => void;
};

/**
 * The one cell of the grid that Tab reaches. Keys move it, a click sets it; the focus follows the keys. It stays inside the grid when rows
 * or columns become fewer.
 */
export function useActiveCell(options: {
  rows: number;
  columns: number;
  cellId: (cell: ActiveCell) => string;
}): [ActiveCell, ActiveCellHandlers] {
  const { rows, columns, cellId } = options;
  const [chosen, setChosen] = useState<ActiveCell>({ row: 0, column: 0 });
  const active = { row: Math.min(chosen.row, rows - 1), column: Math.min(chosen.column, columns - 1) };
  const movedByKey = useRef(false);
  const activeId = cellId(active);
  useEffect(() => {
    if (!movedByKey.current) return;
    movedByKey.current = false;
    document.getElementById(activeId)?.focus({ preventScroll: true });
  }, [activeId]);
  const goTo = (cell: ActiveCell): void => {
    movedByKey.current = true;
    setChosen(cell);
  };
  return [
    active,
    {
      goTo,
      onKeyDown: (event, { viewRows, show }) => {
        if (event.altKey || event.shiftKey || cellOf(event.target) === null) return;
        const next = moveCell(active, event.key, event.ctrlKey || event.metaKey, { rows, columns, viewRows });
        if (next === null) return;
        event.preventDefault();
        show(next);
        goTo(next);
      },
      onFocus: (event, { show }) => {
        const cell = cellOf(event.target);
        if (cell === null) return;
        show(cell);
        setChosen(cell);
      },
    },
  ];
}
