"use client";
import { useEffect, useRef, type ReactNode } from "react";
import type { TableQuery } from "#lib/elements/query/types.ts";
import type { TableAddress } from "./ask-table.ts";
import { ElementDrawer } from "./element-drawer.tsx";
import type { Matches } from "./use-matches.ts";

/** The row that is open beside the grid, by its number in the table and its GlobalId, and the element that had the focus. */
export type OpenRow = { row: number; id: string; focusId: string };

/** The drawer of the open row: stays on that row when the query changes, with links to its neighbours in the query's result. */
export function OpenElement({
  open,
  address,
  query,
  held,
  setOpen,
}: {
  open: OpenRow;
  address: TableAddress;
  query: TableQuery;
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
        if (row !== undefined && !cancel.signal.aborted) setOpen({ ...open, row: row.row, id: row.id });
      },
      // The drawer keeps its element; the grid says why rows cannot be read.
      () => undefined,
    );
  };
  return (
    <ElementDrawer
      address={address}
      query={query}
      row={open.row}
      matches={held.matches}
      onGo={goTo}
      onClose={() => {
        setOpen(null);
        document.getElementById(open.focusId)?.focus({ preventScroll: true });
      }}
    />
  );
}
