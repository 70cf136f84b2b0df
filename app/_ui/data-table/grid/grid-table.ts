import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  functionalUpdate,
  rowSortingFeature,
  tableFeatures,
  type Column,
  type ColumnDef,
  type Header,
  type OnChangeFn,
  type TableOptions,
  type TableState,
} from "@tanstack/react-table";
import { marked } from "../../marked.ts";
import { msg, t } from "#lib/core/texts.ts";
import { columnWidthPx, ID_COLUMN, RESIZE_MAX_PX, RESIZE_MIN_PX, type GridColumn } from "./columns.ts";
import type { GridRowData } from "./row-data.ts";

/**
 * What TanStack Table manages for the grid: order, visibility, pinning and widths of columns, and sorting. The grid manages rows itself.
 */
export const gridFeatures = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
  columnMeta: {} as GridColumn,
});

export type GridFeatures = typeof gridFeatures;
export type GridTableColumn = Column<GridFeatures, GridRowData>;
export type GridTableHeader = Header<GridFeatures, GridRowData>;
/** Widths are pixels at the normal text size; the id is pinned first, and is not part of the order. */
export type GridTableState = TableState<GridFeatures>;

/** Callbacks for every change of the state, one per part of it. */
export type GridTableChanges = {
  [Slice in keyof GridTableState as `on${Capitalize<Slice>}Change`]: OnChangeFn<GridTableState[Slice]>;
};

/** Options of a grid's table, with or without React. */
export type GridTableOptions = {
  /** Every column, shown or not. */
  columns: readonly GridColumn[];
  /** Ids of columns in the order of `Row.cells`. */
  cellIds: readonly string[];
  idHead: string;
  state: GridTableState;
  changes: GridTableChanges;
  /** The maximum number of columns to sort by. */
  sortsMax: number;
  /** Pins only one column (the first one after the id), and the id is the last column. */
  narrow: boolean;
};

const NO_ROWS: GridRowData[] = [];
const NAME_WIDTH_PX = 182;
const NAME_WIDTH_SMALL_PX = 168;
const ID_WIDTH_PX = 200;
/** Above the pinned columns, and above the id where it is not pinned. */
export const IDENTITY_GROUP = msg("Identity");

/** The columns of a grid for TanStack Table: one head per set, and below it one per property. */
export function gridTableColumns(
  options: Pick<GridTableOptions, "columns" | "cellIds" | "idHead" | "narrow"> & {
    firstPinned: string | undefined;
  },
): ColumnDef<GridFeatures, GridRowData>[] {
  const { columns, cellIds, idHead, narrow, firstPinned } = options;
  const places = new Map(cellIds.map((id, index) => [id, index]));
  const namePx = narrow ? NAME_WIDTH_SMALL_PX : NAME_WIDTH_PX;
  const define = (column: GridColumn, widthPx: number): ColumnDef<GridFeatures, GridRowData> => {
    const place = places.get(column.id);
    const read = (row: GridRowData): unknown => (place === undefined ? row.id : row.cells[place]);
    return {
      id: column.id,
      header: marked(column.head),
      // Loaded rows may lack a column that has only just been shown.
      ...((column.id === ID_COLUMN || place !== undefined) && { accessorFn: read }),
      size: widthPx,
      minSize: RESIZE_MIN_PX,
      maxSize: RESIZE_MAX_PX,
      meta: column,
    };
  };
  const id: GridColumn = { id: ID_COLUMN, head: idHead, group: t(IDENTITY_GROUP), mono: true };
  const defined = columns.map((column) =>
    define(column, column.id === firstPinned ? namePx : columnWidthPx(column)),
  );
  const groups = Map.groupBy([...defined, define(id, ID_WIDTH_PX)], (column) => column.meta?.group ?? "");
  return [...groups].map(([group, members]) => ({
    id: `group ${group}`,
    header: marked(group),
    columns: members,
  }));
}

/** All options of TanStack Table. The server sorts: the state only says by what. */
export function gridTableOptions(
  options: GridTableOptions,
  columns: ColumnDef<GridFeatures, GridRowData>[],
): TableOptions<GridFeatures, GridRowData> {
  const { state, changes, narrow, sortsMax } = options;
  const { start } = state.columnPinning;
  const pinned = start.filter((id) => id !== ID_COLUMN);
  const narrowStart = pinned.length > 0 ? pinned.slice(0, 1) : [ID_COLUMN];
  const columnPinning = { start: narrow ? narrowStart : [ID_COLUMN, ...pinned], end: [] };
  return {
    features: gridFeatures,
    columns,
    data: NO_ROWS,
    state: { ...state, columnPinning, columnOrder: [...state.columnOrder, ID_COLUMN] },
    ...changes,
    onColumnOrderChange: (updater) =>
      changes.onColumnOrderChange((order) =>
        functionalUpdate(updater, order).filter((id) => id !== ID_COLUMN),
      ),
    // Columns that a narrow screen does not pin stay chosen.
    onColumnPinningChange: (updater) => {
      const next = functionalUpdate(updater, columnPinning).start;
      const gone = new Set(columnPinning.start.filter((id) => !next.includes(id)));
      const added = next.filter((id) => !start.includes(id) && id !== ID_COLUMN);
      changes.onColumnPinningChange({ start: [...start.filter((id) => !gone.has(id)), ...added], end: [] });
    },
    manualSorting: true,
    enableMultiSort: true,
    sortDescFirst: false,
    maxMultiSortColCount: sortsMax,
  };
}

/** Moves a shown column by one position. No effect at the end. */
export function moveColumn(column: GridTableColumn, toward: -1 | 1): void {
  const order = shownOrder(column);
  const from = order.indexOf(column.id);
  const other = order[from + toward];
  if (from < 0 || other === undefined) return;
  column.table.setColumnOrder(order.map((id) => (id === column.id ? other : id === other ? column.id : id)));
}

/** Moves a column before another shown one. */
export function moveColumnBefore(column: GridTableColumn, beforeId: string): void {
  const order = shownOrder(column).filter((id) => id !== column.id);
  const to = order.indexOf(beforeId);
  if (to >= 0) column.table.setColumnOrder(order.toSpliced(to, 0, column.id));
}

/** Ids of the columns in their current order, without the id column. */
export function shownOrder({ table }: Pick<GridTableColumn, "table">): string[] {
  return [...table.getStartVisibleLeafColumns(), ...table.getCenterVisibleLeafColumns()]
    .map(({ id }) => id)
    .filter((id) => id !== ID_COLUMN);
}

/** Sets a column's width in pixels at the normal text size, within the grid's limits. */
export function resizeColumn(column: GridTableColumn, widthPx: number): void {
  const bound = Math.round(Math.min(RESIZE_MAX_PX, Math.max(RESIZE_MIN_PX, widthPx)));
  column.table.setColumnSizing((sizing) => ({ ...sizing, [column.id]: bound }));
}

/** The grid's own description of a column. */
export function metaOf({ id, columnDef }: GridTableColumn): GridColumn {
  if (columnDef.meta === undefined) throw new Error(`Column ${id} of the grid has no description.`);
  return columnDef.meta;
}
