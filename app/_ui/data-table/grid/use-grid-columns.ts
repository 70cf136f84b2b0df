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
import type { Cell, Row } from "#lib/elements/wire.ts";
import { columnWidthPx, groupSpans, ID_COLUMN, type GridColumn, type GroupSpan } from "./columns.ts";

const features = tableFeatures({ columnPinningFeature, columnSizingFeature, columnMeta: {} as GridColumn });
const NO_ROWS: Row[] = [];
const NAME_WIDTH_PX = 182;
const NAME_WIDTH_SMALL_PX = 168;
const ID_WIDTH_PX = 200;
/** Over the pinned columns, and over the id where it is not pinned. */
export const IDENTITY_GROUP = "Identity";

export type GridLeaf = {
  column: GridColumn;
  widthPx: number;
  /** From the start of its part: the pinned ones, or those that scroll. */
  startPx: number;
  /** First of its group among those that scroll: a stronger line before it. */
  firstOfGroup: boolean;
  read: (row: Row) => Cell;
};

export type GridColumns = {
  pinned: readonly GridLeaf[];
  center: readonly GridLeaf[];
  groups: readonly GroupSpan[];
  pinnedPx: number;
  centerPx: number;
};

/**
 * The columns in the order they stand: id and name pinned at the start, the others in the order given. When narrow, the
 * name alone is pinned (or the id, where there is no name) and the id is the last that scrolls.
 */
export function useGridColumns(options: {
  columns: readonly GridColumn[];
  idHead: string;
  nameColumnId: string | undefined;
  narrow: boolean;
  textScale: number;
}): GridColumns {
  const { columns, idHead, nameColumnId, narrow, textScale } = options;
  const defs = useMemo(
    () => columnDefs({ columns, idHead, nameColumnId, narrow, textScale }),
    [columns, idHead, nameColumnId, narrow, textScale],
  );
  const columnPinning = useMemo(() => {
    const hasName = nameColumnId !== undefined && columns.some((column) => column.id === nameColumnId);
    if (!hasName) return { start: [ID_COLUMN], end: [] };
    return { start: narrow ? [nameColumnId] : [ID_COLUMN, nameColumnId], end: [] };
  }, [columns, nameColumnId, narrow]);
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
  narrow: boolean;
  textScale: number;
}): ColumnDef<Features, Row>[] {
  const { columns, idHead, nameColumnId, narrow, textScale } = options;
  const id: GridColumn = { id: ID_COLUMN, head: idHead, group: IDENTITY_GROUP, mono: true };
  const idDef: ColumnDef<Features, Row> = {
    id: ID_COLUMN,
    accessorFn: (row) => row.id,
    size: ID_WIDTH_PX * textScale,
    meta: id,
  };
  const others = columns.map((column, index): ColumnDef<Features, Row> => {
    const namePx = narrow ? NAME_WIDTH_SMALL_PX : NAME_WIDTH_PX;
    const widthPx = column.id === nameColumnId ? namePx : columnWidthPx(column);
    return { id: column.id, accessorFn: (row) => row.cells[index], size: widthPx * textScale, meta: column };
  });
  return [...others, idDef];
}

function metaOf(column: Column<Features, Row>): GridColumn {
  const { meta } = column.columnDef;
  if (meta === undefined) throw new Error(`Column ${column.id} of the grid has no description.`);
  return meta;
}

function toLeaf(column: Column<Features, Row>, firstOfGroup: boolean): GridLeaf {
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
