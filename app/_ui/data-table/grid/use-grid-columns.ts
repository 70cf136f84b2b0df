"use client";
import {
  columnPinningFeature,
  columnSizingFeature,
  tableFeatures,
  useTable,
  type Column,
  type ColumnDef,
} from "@tanstack/react-table";
import { useMemo } from "react";
import { msg, t } from "#lib/core/texts.ts";
import type { Cell } from "#lib/elements/wire.ts";
import { columnWidthPx, groupSpans, ID_COLUMN, type GridColumn, type GroupSpan } from "./columns.ts";
import type { GridRowData } from "./row-data.ts";

const features = tableFeatures({ columnPinningFeature, columnSizingFeature, columnMeta: {} as GridColumn });
const NO_ROWS: GridRowData[] = [];
const NAME_WIDTH_PX = 182;
const NAME_WIDTH_SMALL_PX = 168;
const ID_WIDTH_PX = 200;
/** Over the pinned columns, and over the id where it is not pinned. */
export const IDENTITY_GROUP = msg("Identity");

export type GridLeaf = {
  column: GridColumn;
  widthPx: number;
  /** From the start of its part: the pinned ones, or those that scroll. */
  startPx: number;
  /** First of its group among those that scroll: a stronger line before it. */
  firstOfGroup: boolean;
  read: (row: GridRowData) => Cell;
};

export type GridColumns = {
  pinned: readonly GridLeaf[];
  center: readonly GridLeaf[];
  groups: readonly GroupSpan[];
  pinnedPx: number;
  centerPx: number;
};

/**
 * The columns in the order they stand: the pinned ones at the start, the id first among them, the others in the order given. When
 * narrow, only one is pinned (the first that is not the id, if there is one) and the id is the last that scrolls.
 */
export function useGridColumns(options: {
  columns: readonly GridColumn[];
  idHead: string;
  /** Beside the id, in this order; ids of columns that are not there are passed over. */
  pinnedIds: readonly string[];
  /** Pixels at the normal text size, for columns that a person resized. */
  widths: ReadonlyMap<string, number>;
  narrow: boolean;
  textScale: number;
}): GridColumns {
  const { columns, idHead, pinnedIds, widths, narrow, textScale } = options;
  const firstPinned = pinnedIds[0];
  const defs = useMemo(
    () => columnDefs({ columns, idHead, nameColumnId: firstPinned, widths, narrow, textScale }),
    [columns, idHead, firstPinned, widths, narrow, textScale],
  );
  const columnPinning = useMemo(() => {
    const there = pinnedIds.filter((id) => columns.some((column) => column.id === id));
    const [first] = there;
    if (first === undefined) return { start: [ID_COLUMN], end: [] };
    return { start: narrow ? [first] : [ID_COLUMN, ...there], end: [] };
  }, [columns, pinnedIds, narrow]);
  const table = useTable({ features, columns: defs, data: NO_ROWS, state: { columnPinning } }, noState);
  const startColumns = table.getStartLeafColumns();
  const centerColumns = table.getCenterLeafColumns();
  return useMemo(() => {
    const groups = groupSpans(centerColumns.map((column) => metaOf(column).group));
    const firsts = new Set(groups.map((group) => group.from));
    const pinned = startColumns.map((column) => toLeaf(column, false));
    const center = centerColumns.map((column, index) => toLeaf(column, firsts.has(index)));
    return { pinned, center, groups, pinnedPx: endOf(pinned), centerPx: endOf(center) };
  }, [startColumns, centerColumns]);
}

type Features = typeof features;

function noState(): null {
  return null;
}

function columnDefs(options: {
  columns: readonly GridColumn[];
  idHead: string;
  nameColumnId: string | undefined;
  widths: ReadonlyMap<string, number>;
  narrow: boolean;
  textScale: number;
}): ColumnDef<Features, GridRowData>[] {
  const { columns, idHead, nameColumnId, widths, narrow, textScale } = options;
  const id: GridColumn = { id: ID_COLUMN, head: idHead, group: t(IDENTITY_GROUP), mono: true };
  const idDef: ColumnDef<Features, GridRowData> = {
    id: ID_COLUMN,
    accessorFn: (row) => row.id,
    size: (widths.get(ID_COLUMN) ?? ID_WIDTH_PX) * textScale,
    meta: id,
  };
  const others = columns.map((column, index): ColumnDef<Features, GridRowData> => {
    const namePx = narrow ? NAME_WIDTH_SMALL_PX : NAME_WIDTH_PX;
    const widthPx = widths.get(column.id) ?? (column.id === nameColumnId ? namePx : columnWidthPx(column));
    return { id: column.id, accessorFn: (row) => row.cells[index], size: widthPx * textScale, meta: column };
  });
  return [...others, idDef];
}

function metaOf(column: Column<Features, GridRowData>): GridColumn {
  const { meta } = column.columnDef;
  if (meta === undefined) throw new Error(`Column ${column.id} of the grid has no description.`);
  return meta;
}

function toLeaf(column: Column<Features, GridRowData>, firstOfGroup: boolean): GridLeaf {
  const { accessorFn } = column;
  if (accessorFn === undefined) throw new Error(`Column ${column.id} of the grid reads nothing.`);
  const pinned = column.getIsPinned();
  return {
    column: metaOf(column),
    widthPx: column.getSize(),
    startPx: column.getStart(pinned === false ? "center" : pinned),
    firstOfGroup,
    read: (row) => accessorFn(row, 0) as Cell,
  };
}

function endOf(leaves: readonly GridLeaf[]): number {
  const last = leaves.at(-1);
  return last === undefined ? 0 : last.startPx + last.widthPx;
}
