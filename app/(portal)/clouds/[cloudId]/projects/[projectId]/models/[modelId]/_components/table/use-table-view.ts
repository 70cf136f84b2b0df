"use client";
import { useCallback, useEffect, useMemo, useState } from "react";
import { resolveView, type AskedColumn } from "#lib/elements/query/address/named-column.ts";
import type { TableDescription, TableQuery, TableView } from "#lib/elements/query/types.ts";
import { writeView } from "#lib/elements/query/address/view-address.ts";
import { showColumns, type ShownColumns } from "./shown-columns.ts";

/** Parameters of the page outside the view: the classes, and the open element (use-open-row.ts). */
const KEPT = ["type", "element"] as const;
const SETTLE_MS = 150;

/**
 * The view, kept in the address: changes replace the address without a new history entry; after back or forward, the address decides what
 * is shown. Next follows addresses that are replaced with a state of null, and only those: it takes its own state for its own change.
 */
export function useTableView(
  initial: TableView,
  columns: readonly AskedColumn[],
): {
  view: TableView;
  change: (next: (view: TableView) => TableView) => void;
} {
  const [view, setView] = useState(() => resolveView(initial, columns));
  useEffect(() => {
    // Dragging an edge changes the view with every pixel, and browsers limit address changes per second.
    const timer = setTimeout(() => {
      const params = new URLSearchParams(window.location.search);
      const next = writeView(view);
      for (const name of KEPT) for (const value of params.getAll(name)) next.append(name, value);
      // A replaced address ends a navigation that is on its way: only where it says something else.
      if (inOrder(next) === inOrder(params)) return;
      const search = next.size === 0 ? "" : `?${next.toString()}`;
      window.history.replaceState(null, "", `${window.location.pathname}${search}`);
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [view]);
  useEffect(() => {
    // Loaded only when somebody goes back: most never do.
    const follow = async (): Promise<void> => {
      const { readView } = await import("#lib/elements/query/address/address.ts");
      setView(resolveView(readView(new URLSearchParams(window.location.search)).view, columns));
    };
    const onPopState = (): void => {
      // If its code cannot be loaded, the address is opened again, with the same result.
      follow().catch(() => window.location.reload());
    };
    window.addEventListener("popstate", onPopState);
    return () => window.removeEventListener("popstate", onPopState);
  }, [columns]);
  // A condition made here states its column's unit, so that it keeps its meaning when the address is opened elsewhere.
  const change = useCallback(
    (next: (view: TableView) => TableView) => setView((now) => resolveView(next(now), columns)),
    [columns],
  );
  return { view, change };
}

/** Only some parts of a view change the shown columns: resizing a column or filtering does not. */
export function useShown(table: TableDescription, view: TableView): ShownColumns {
  const { columns, hidden, pinned, hidesEmpty } = view;
  return useMemo(
    () => showColumns(table, { columns, hidden, pinned, hidesEmpty }),
    [table, columns, hidden, pinned, hidesEmpty],
  );
}

/** The query alone; the same object as long as the query is the same. */
export function useTableQuery(view: TableView): TableQuery {
  const { search, searchIn, filters, anyOf, sorts } = view;
  return useMemo(
    () => ({ search, searchIn, filters, anyOf, sorts }),
    [search, searchIn, filters, anyOf, sorts],
  );
}

/** The same for the same parameters in another order. */
function inOrder(params: URLSearchParams): string {
  const sorted = new URLSearchParams(params);
  sorted.sort();
  return sorted.toString();
}
