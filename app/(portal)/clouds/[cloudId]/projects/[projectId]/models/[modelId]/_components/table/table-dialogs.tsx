"use client";
import type { ReactNode } from "react";
import type { GridTable } from "#app/_ui/data-table/grid/use-grid-table.ts";
import type { TableQuery, TableView } from "#lib/elements/query/types.ts";
import { ColumnsDialog, CompletenessDialog, StatisticsDialog } from "../panels.tsx";
import type { TableAddress } from "./ask-table.ts";
import type { ShownColumns } from "./shown-columns.ts";
import type { Opened } from "./use-column-menu.tsx";
import { putFilter } from "./view-changes.ts";

/** What is open over the table; null: nothing. */
export function TableDialogs({
  opened,
  onClose,
  address,
  query,
  grid,
  shown,
  rows,
  change,
}: {
  opened: Opened | null;
  onClose: () => void;
  address: TableAddress;
  query: TableQuery;
  grid: GridTable;
  shown: ShownColumns;
  rows: number;
  change: (next: (view: TableView) => TableView) => void;
}): ReactNode {
  return (
    <>
      {opened?.kind === "statistics" && (
        <StatisticsDialog
          address={address}
          query={query}
          column={opened.column}
          returnFocusTo={opened.returnTo}
          onClose={onClose}
          onFilter={(filter) => {
            change((now) => putFilter(now, filter, null));
            onClose();
          }}
        />
      )}
      {opened?.kind === "columns" && (
        <ColumnsDialog grid={grid} shown={shown} rows={rows} change={change} onClose={onClose} />
      )}
      {opened?.kind === "completeness" && (
        <CompletenessDialog address={address} query={query} columns={shown.columns} onClose={onClose} />
      )}
    </>
  );
}
