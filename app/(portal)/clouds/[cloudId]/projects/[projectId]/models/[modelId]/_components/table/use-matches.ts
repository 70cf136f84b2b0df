"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { pageRowsFor } from "#app/_ui/data-table/grid/columns.ts";
import type { GridRowData } from "#app/_ui/data-table/grid/row-data.ts";
import type { RowLoader } from "#app/_ui/data-table/grid/row-pages.ts";
import type { PortalPath, PortalRefusal } from "#app/_client/ask-portal.ts";
import { t } from "#lib/core/texts.ts";
import { fromWire } from "#lib/elements/wire.ts";
import {
  CLASS_COLUMN,
  type TableDescription,
  type TablePage,
  type TableQuery,
} from "#lib/elements/query/types.ts";
import { askPrepared, rowsPath, type TableAddress } from "./ask-table.ts";
import { asksByName, storedOf } from "./asked-columns.ts";

export type Matches = {
  matches: number;
  columns: readonly string[];
  rows: readonly GridRowData[];
  load: RowLoader<GridRowData>;
};

/**
 * The rows that match a query: the first page at once, others on scrolling. While a new query is running, the previous rows stay, marked as
 * old.
 */
export function useMatches(options: {
  address: TableAddress;
  table: TableDescription;
  query: TableQuery;
  /** Columns shown, in order. */
  columns: readonly string[];
  /** The first page of the first query, loaded with the page. */
  initial: TablePage | null;
}): { held: Matches | null; isOld: boolean; trouble: PortalRefusal | null; again: () => void } {
  const { address, table, query, columns, initial } = options;
  const pathAt = (offset: number, limit: number): PortalPath =>
    rowsPath(address, query, { columns, offset, limit });
  const path = pathAt(0, pageRowsFor(columns.length));
  const [firstPath] = useState(path);
  const toMatches = ({ matches, rows }: TablePage): Matches => ({
    matches,
    columns,
    rows: rowsOf(rows, table, columns),
    load: async (from, count, signal) => {
      const next = await askPrepared<TablePage>(pathAt(from, count), signal);
      if (next.matches !== matches)
        throw new Error(t("The table changed while it was read. Reload the page."));
      return rowsOf(next.rows, table, columns);
    },
  });
  const { data, error, isPlaceholderData, isPending, refetch } = useQuery({
    queryKey: [path, columns],
    queryFn: async ({ signal }) => toMatches(await askPrepared<TablePage>(path, signal)),
    initialData: () => (initial !== null && path === firstPath ? toMatches(initial) : undefined),
    placeholderData: keepPreviousData,
    // A finished reading never changes, and rows need no comparison with earlier ones.
    staleTime: Infinity,
    structuralSharing: false,
  });
  return {
    held: data ?? null,
    isOld: isPending || isPlaceholderData,
    trouble: error,
    again: () => void refetch(),
  };
}

/** Rows with their cells in the order of the shown columns. */
function rowsOf(rows: TablePage["rows"], table: TableDescription, columns: readonly string[]): GridRowData[] {
  const came = asksByName(columns) ? columns : table.columns.map(({ id }) => id);
  const place = new Map(storedOf(came).map((id, index) => [id, index]));
  return rows.map((row) => {
    const [plain] = fromWire([row]);
    const cells = columns.map((id) =>
      id === CLASS_COLUMN ? row.ifcClass : plain?.cells[place.get(id) ?? -1],
    );
    return { id: row.id, row: row.row, cells };
  });
}
