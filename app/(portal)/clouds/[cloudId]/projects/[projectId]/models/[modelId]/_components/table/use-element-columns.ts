"use client";
import { functionalUpdate } from "@tanstack/react-table";
import { useMemo } from "react";
import type { GridTableChanges } from "#app/_ui/data-table/grid/grid-table.ts";
import { useGridTable, type GridTable } from "#app/_ui/data-table/grid/use-grid-table.ts";
import { SORTS_MAX, type TableView } from "#lib/elements/query/types.ts";
import {
  toColumnState,
  toSorting,
  withOrder,
  withPinning,
  withSizing,
  withSorting,
  withVisibility,
} from "./column-state.ts";
import { toGridColumn, type ShownColumns } from "./shown-columns.ts";

const NO_CELLS: readonly string[] = [];

/** TanStack Table over the columns of a view; its state is the view, and so the address. */
export function useElementColumns(options: {
  shown: ShownColumns;
  view: TableView;
  rows: number;
  /** Search or filters leave out some of the rows. */
  isNarrowed: boolean;
  /** The columns of the loaded rows, in the order of their cells. */
  cellIds: readonly string[] | undefined;
  change: (next: (view: TableView) => TableView) => void;
}): GridTable {
  const { shown, view, rows, isNarrowed, cellIds = NO_CELLS, change } = options;
  const { widths, sorts } = view;
  const columns = useMemo(
    () => shown.choosable.map((column) => toGridColumn(column, rows, isNarrowed)),
    [shown, rows, isNarrowed],
  );
  const columnState = useMemo(() => toColumnState(shown), [shown]);
  const columnSizing = useMemo(() => Object.fromEntries(widths), [widths]);
  const sorting = useMemo(() => toSorting(sorts), [sorts]);
  const state = { ...columnState, columnSizing, sorting };
  const changes: GridTableChanges = {
    onColumnOrderChange: (next) => change((now) => withOrder(now, functionalUpdate(next, state.columnOrder))),
    onColumnPinningChange: (next) =>
      change((now) => withPinning(now, functionalUpdate(next, state.columnPinning))),
    onColumnSizingChange: (next) =>
      change((now) => withSizing(now, functionalUpdate(next, Object.fromEntries(now.widths)))),
    onColumnVisibilityChange: (next) =>
      change((now) =>
        withVisibility(now, state.columnVisibility, functionalUpdate(next, state.columnVisibility)),
      ),
    onSortingChange: (next) =>
      change((now) => withSorting(now, functionalUpdate(next, toSorting(now.sorts)))),
  };
  return useGridTable({ columns, cellIds, idHead: "GlobalId", state, changes, sortsMax: SORTS_MAX });
}
