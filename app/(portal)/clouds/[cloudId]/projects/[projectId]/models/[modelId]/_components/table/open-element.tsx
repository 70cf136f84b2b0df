"use client";
import { useEffect, useRef, type ReactNode } from "react";
import type { TableAddress } from "./ask-table.ts";
import { ElementDrawer } from "./element-drawer.tsx";
import type { Matches } from "./use-matches.ts";

/** The row that is open beside the grid: its number in the table, its place among the matches, and what had the focus. */
export type OpenRow = { row: number; place: number; focusId: string };

/** The drawer of the open row, with the ways to its neighbours. */
export function OpenElement({
  open,
  address,
  held,
  setOpen,
}: {
  open: OpenRow;
  address: TableAddress;
  held: Matches;
  setOpen: (open: OpenRow | null) => void;
}): ReactNode {
  const stepping = useRef<AbortController | null>(null);
  useEffect(() => () => stepping.current?.abort(), []);
  const goTo = (place: number): void => {
    stepping.current?.abort();
    const cancel = new AbortController();
    stepping.current = cancel;
    held.load(place, 1, cancel.signal).then(
      ([row]) => {
        if (row !== undefined && !cancel.signal.aborted) setOpen({ ...open, row: row.row, place });
      },
      // The drawer keeps showing the element it has; the grid says why rows cannot be read.
      () => undefined,
    );
  };
  return (
    <ElementDrawer
      address={address}
      row={open.row}
      place={open.place}
      onPrevious={open.place > 0 ? () => goTo(open.place - 1) : undefined}
      onNext={open.place + 1 < held.matches ? () => goTo(open.place + 1) : undefined}
      onClose={() => {
        setOpen(null);
        document.getElementById(open.focusId)?.focus({ preventScroll: true });
      }}
    />
  );
}
