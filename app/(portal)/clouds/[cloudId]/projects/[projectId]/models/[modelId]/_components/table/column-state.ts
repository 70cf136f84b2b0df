/* Converts a view's columns and sorts to the state of TanStack Table, and back after a change. Pure. */
import type { GridTableState } from "#app/_ui/data-table/grid/grid-table.ts";
import { ID_COLUMN, type TableView } from "#lib/elements/query/types.ts";
import type { ShownColumns } from "./shown-columns.ts";
import { hideColumns, unhideColumns } from "./view-changes.ts";

type Visibility = GridTableState["columnVisibility"];

/** The parts of a view that arrange its columns. */
export function toColumnState({
  columns,
  pinnedIds,
  choosable,
}: ShownColumns): Omit<GridTableState, "columnSizing" | "sorting"> {
  const order = columns.map(({ id }) => id);
  const shown = new Set(order);
  const hidden = choosable.filter(({ id }) => !shown.has(id));
  return {
    columnOrder: order,
    columnVisibility: Object.fromEntries(hidden.map(({ id }) => [id, false])),
    columnPinning: { start: [ID_COLUMN, ...pinnedIds], end: [] },
  };
}

export function toSorting(sorts: TableView["sorts"]): GridTableState["sorting"] {
  return sorts.map(({ column, isDescending }) => ({ id: column, desc: isDescending }));
}

export function withSorting(view: TableView, sorting: GridTableState["sorting"]): TableView {
  return { ...view, sorts: sorting.map(({ id, desc }) => ({ column: id, isDescending: desc })) };
}

export function withSizing(view: TableView, sizing: GridTableState["columnSizing"]): TableView {
  return { ...view, widths: new Map(Object.entries(sizing)) };
}

export function withPinning(view: TableView, { start }: GridTableState["columnPinning"]): TableView {
  return { ...view, pinned: start.filter((id) => id !== ID_COLUMN) };
}

/** Hidden columns stay in the order behind the shown ones, so that they can be shown again. */
export function withOrder(view: TableView, order: readonly string[]): TableView {
  const rest = (view.columns ?? []).filter((id) => !order.includes(id));
  const pinned = view.pinned.length === 0 ? view.pinned : order.filter((id) => view.pinned.includes(id));
  return { ...view, columns: [...order, ...rest], pinned };
}

/** Columns no longer shown count as hidden by hand; columns shown again are shown whatever hid them. */
export function withVisibility(view: TableView, before: Visibility, after: Visibility): TableView {
  const isShown = (visibility: Visibility, id: string): boolean => visibility[id] !== false;
  const changed = Object.keys({ ...before, ...after }).filter(
    (id) => isShown(before, id) !== isShown(after, id),
  );
  const hidden = hideColumns(
    view,
    changed.filter((id) => !isShown(after, id)),
  );
  return unhideColumns(
    hidden,
    changed.filter((id) => isShown(after, id)),
  );
}
