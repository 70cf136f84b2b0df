"use client";
import { useCallback, useEffect, useState } from "react";
import { resolveView, type AskedColumn } from "#lib/elements/query/address/named-column.ts";
import type { TableView } from "#lib/elements/query/types.ts";
import { writeView } from "#lib/elements/query/address/view-address.ts";

/** Parameters of the page that are not the view's: the classes, and the open element (use-open-row.ts). */
const KEPT = ["type", "element"] as const;
const SETTLE_MS = 150;

/**
 * The view and its place in the address: what is changed is written there without a new step of the history, and what the
 * address says after such a step (back, forward) is what is shown.
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
    // Dragging an edge changes the view with every pixel; browsers allow only so many new addresses a second.
    const timer = setTimeout(() => {
      const params = new URLSearchParams(window.location.search);
      const next = writeView(view);
      for (const name of KEPT) for (const value of params.getAll(name)) next.append(name, value);
      const search = next.size === 0 ? "" : `?${next.toString()}`;
      const address = `${window.location.pathname}${search}`;
      if (address !== `${window.location.pathname}${window.location.search}`)
        window.history.replaceState(window.history.state, "", address);
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [view]);
  useEffect(() => {
    // Read by the time somebody goes back, and not before: most never do.
    const follow = async (): Promise<void> => {
      const { readView } = await import("#lib/elements/query/address/address.ts");
      setView(resolveView(readView(new URLSearchParams(window.location.search)).view, columns));
    };
    const onPopState = (): void => {
      // Without its reader the address is opened anew, which shows the same.
      follow().catch(() => window.location.reload());
    };
    window.addEventListener("popstate", onPopState);
    return () => window.removeEventListener("popstate", onPopState);
  }, [columns]);
  // A condition that is made here is in the unit of its column, and says so to whoever opens the address elsewhere.
  const change = useCallback(
    (next: (view: TableView) => TableView) => setView((now) => resolveView(next(now), columns)),
    [columns],
  );
  return { view, change };
}
