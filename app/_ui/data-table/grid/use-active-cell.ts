"use client";
import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from "react";
import { moveCell, type ActiveCell } from "./movement.ts";

export type ActiveCellHandlers = {
  onKeyDown: (event: KeyboardEvent, view: { viewRows: number; show: (cell: ActiveCell) => void }) => void;
  onFocus: (event: FocusEvent, view: { show: (cell: ActiveCell) => void }) => void;
};

/**
 * The one cell of the grid that Tab reaches. Keys move it, a click sets it; the focus follows the keys. It is kept
 * inside the grid when rows or columns become fewer.
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
  return [
    active,
    {
      onKeyDown: (event, { viewRows, show }) => {
        if (event.altKey || event.shiftKey || !isCell(event.target)) return;
        const next = moveCell(active, event.key, event.ctrlKey || event.metaKey, { rows, columns, viewRows });
        if (next === null) return;
        event.preventDefault();
        movedByKey.current = true;
        show(next);
        setChosen(next);
      },
      onFocus: (event, { show }) => {
        if (!isCell(event.target)) return;
        const cell = { row: Number(event.target.dataset.row), column: Number(event.target.dataset.column) };
        show(cell);
        setChosen(cell);
      },
    },
  ];
}

function isCell(target: EventTarget): target is HTMLElement {
  return (
    target instanceof HTMLElement && target.dataset.row !== undefined && target.dataset.column !== undefined
  );
}
