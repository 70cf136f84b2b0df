/* A person's changes of a view, each as a function from one view to the next. Pure; the address is written elsewhere. */
import type { Filter, TableView } from "#lib/elements/query/types.ts";

/** The position of a condition: among those that must all hold (`group` null), or in a group of which one must hold. */
export type FilterPlace = { readonly group: number | null; readonly at: number };

/** Adds a condition that must hold with the others, or replaces one. */
export function putFilter(view: TableView, filter: Filter, place: FilterPlace | null): TableView {
  if (place === null) return { ...view, filters: [...view.filters, filter] };
  return changeList(view, place.group, (list) =>
    list.map((other, index) => (index === place.at ? filter : other)),
  );
}

/** Adds a condition as an alternative: the one at `place` or the new one must hold. */
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

/** A group left with one condition becomes that condition. */
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

/** Removes columns, but not conditions, that a table does not have. */
export function dropColumns(view: TableView, gone: ReadonlySet<string>): TableView {
  const isThere = (id: string): boolean => !gone.has(id);
  return {
    ...view,
    columns: view.columns?.filter(isThere) ?? null,
    pinned: view.pinned.filter(isThere),
    sorts: view.sorts.filter(({ column }) => isThere(column)),
  };
}

export function hideColumns(view: TableView, columns: readonly string[]): TableView {
  return { ...view, hidden: [...new Set([...view.hidden, ...columns])] };
}

/** Hides every column. The view names its columns from then on: thousands of hidden ones would not fit into an address. */
export function hideAll(view: TableView): TableView {
  return { ...view, columns: [], hidden: [] };
}

/** Shows every column, those without values too; columns in an order of their own stay in front. @param ids of the whole table */
export function showAll(view: TableView, ids: readonly string[]): TableView {
  const ordered = view.columns ?? [];
  const rest = ids.filter((id) => !ordered.includes(id));
  return {
    ...view,
    columns: ordered.length === 0 ? null : [...ordered, ...rest],
    hidden: [],
    hidesEmpty: false,
  };
}

/** Shows columns again, even if an earlier chosen order lacks them. */
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
