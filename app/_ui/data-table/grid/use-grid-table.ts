"use client";
import { useTable, type ReactTable } from "@tanstack/react-table";
import { useMemo } from "react";
import {
  gridTableColumns,
  gridTableOptions,
  type GridFeatures,
  type GridTableOptions,
} from "./grid-table.ts";
import { ID_COLUMN } from "./columns.ts";
import type { GridRowData } from "./row-data.ts";
import { useMediaQuery } from "./use-environment.ts";

export type GridTable = ReactTable<GridFeatures, GridRowData, null>;

const NARROW = "(width <= 62.5rem)";

/** The table behind a grid. Keep `columns`, `cellIds` and the parts of `state` stable while their content is the same. */
export function useGridTable(options: Omit<GridTableOptions, "narrow">): GridTable {
  const { columns, cellIds, idHead, state } = options;
  const narrow = useMediaQuery(NARROW);
  const firstPinned = state.columnPinning.start.find((id) => id !== ID_COLUMN);
  const defs = useMemo(
    () => gridTableColumns({ columns, cellIds, idHead, narrow, firstPinned }),
    [columns, cellIds, idHead, narrow, firstPinned],
  );
  return useTable(gridTableOptions({ ...options, narrow }, defs), noState);
}

function noState(): null {
  return null;
}
