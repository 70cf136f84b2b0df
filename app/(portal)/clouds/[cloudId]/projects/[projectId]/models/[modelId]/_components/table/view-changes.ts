/*
 * What a person does to a view, each as a function from one view to the next. Pure; the address is written elsewhere.
 */
import type { Filter, Sort, TableView } from "#lib/elements/query/types.ts";
import { SORTS_MAX } from "#lib/elements/query/types.ts";

/** Ascending, then descending, then not at all; `adds` keeps the other sorts and adds this one as the last. */
export function cycleSort(view: TableView, column: string, adds: boolean): TableView {
  const current = view.sorts.find((sort) => sort.column === column);
  const next: Sort[] =
    current === undefined
      ? [{ column, isDescending: false }]
      : current.isDescending
        ? []
        : [{ column, isDescending: true }];
  if (!adds) return { ...view, sorts: next };
  const [sort] = next;
  const sorts =
    current === undefined || sort === undefined
      ? [...view.sorts.filter((other) => other.column !== column), ...next]
      : view.sorts.map((other) => (other.column === column ? sort : other));
  return { ...view, sorts: sorts.slice(0, SORTS_MAX) };
}

export function sortBy(view: TableView, column: string, isDescending: boolean): TableView {
  return { ...view, sorts: [{ column, isDescending }] };
}

/** Where a condition stands: among those that must all hold (`group` null), or in a group of which one must hold. */
export type FilterPlace = { readonly group: number | null; readonly at: number };

/** Adds a condition that must hold beside the others, or puts it in the place of another. */
export function putFilter(view: TableView, filter: Filter, place: FilterPlace | null): TableView {
  if (place === null) return { ...view, filters: [...view.filters, filter] };
  return changeList(view, place.group, (list) =>
    list.map((other, index) => (index === place.at ? filter : other)),
  );
}

/** Adds a condition as an alternative: the one that stands at `place` or the new one must hold. */
export function addAlternative(view: TableView, filter: Filter, place: FilterPlace): TableView {
  if (place.group !== null) return changeList(view, place.group, (list) => [...list, filter]);
  const other = view.filters[place.at];
  if (other === undefined) return putFilter(view, filter, null);
  const rest = dropFilter(view, place);
  return { ...rest, anyOf: [...rest.anyOf, [other, filter]] };
}

export function dropFilter(view: TableView, place: FilterPlace): TableView {
  return changeList(view, place.group, (list) => list.filter((_, index) => index !== place.at));
}

/** A group that is left with one condition is that condition alone. */
function changeList(
  view: TableView,
  group: number | null,
  next: (list: readonly Filter[]) => readonly Filter[],
): TableView {
  if (group === null) return { ...view, filters: next(view.filters) };
  const groups = view.anyOf.map((list, index) => (index === group ? next(list) : list));
  return {
    ...view,
    filters: [...view.filters, ...groups.filter((list) => list.length === 1).flat()],
    anyOf: groups.filter((list) => list.length > 1),
  };
}

/** Leaves out the columns, not the conditions, that a table does not have. */
export function dropColumns(view: TableView, gone: ReadonlySet<string>): TableView {
  const isThere = (id: string): boolean => !gone.has(id);
  return {
    ...view,
    columns: view.columns?.filter(isThere) ?? null,
    pinned: view.pinned.filter(isThere),
    sorts: view.sorts.filter(({ column }) => isThere(column)),
  };
}

/** Moves a column by one place among those shown. `shown` is the order on the screen. */
export function moveColumn(
  view: TableView,
  shown: readonly string[],
  column: string,
  toward: -1 | 1,
): TableView {
  const from = shown.indexOf(column);
  const to = from + toward;
  if (from < 0 || to < 0 || to >= shown.length) return view;
  const order = shown.filter((id) => id !== column);
  order.splice(to, 0, column);
  return reorder(view, order);
}

/** Moves a column before another one. */
export function dropColumn(
  view: TableView,
  shown: readonly string[],
  column: string,
  before: string,
): TableView {
  if (!shown.includes(column) || !shown.includes(before)) return view;
  const order = shown.filter((id) => id !== column);
  order.splice(order.indexOf(before), 0, column);
  return reorder(view, order);
}

/** Columns that were left out stay in the order behind those shown, so that they can come back. */
function reorder(view: TableView, shown: readonly string[]): TableView {
  const rest = (view.columns ?? []).filter((id) => !shown.includes(id));
  const pinned = view.pinned.length === 0 ? view.pinned : shown.filter((id) => view.pinned.includes(id));
  return { ...view, columns: [...shown, ...rest], pinned };
}

/** `pinned` are those pinned now, also where that is nobody's choice. */
export function togglePin(view: TableView, pinned: readonly string[], column: string): TableView {
  return {
    ...view,
    pinned: pinned.includes(column) ? pinned.filter((id) => id !== column) : [...pinned, column],
  };
}

export function hideColumns(view: TableView, columns: readonly string[]): TableView {
  return { ...view, hidden: [...new Set([...view.hidden, ...columns])] };
}

/** Shows columns again, also those that an order chosen before does not have. */
export function unhideColumns(view: TableView, columns: readonly string[]): TableView {
  const back = new Set(columns);
  return {
    ...view,
    hidden: view.hidden.filter((id) => !back.has(id)),
    columns:
      view.columns === null
        ? null
        : [...view.columns, ...columns.filter((id) => !view.columns?.includes(id))],
  };
}

export function resizeColumn(view: TableView, column: string, widthPx: number): TableView {
  return { ...view, widths: new Map([...view.widths, [column, widthPx]]) };
}
