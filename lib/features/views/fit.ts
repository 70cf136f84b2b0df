/**
 * From the columns of a table at hand to a view that fits any table, and back. Pure and shared with client code. What a table does not
 * have is named, never dropped in silence.
 */
import { CLASS_COLUMN, ID_COLUMN, type QueryColumn, type TableView } from "#lib/elements/query/types.ts";
import type { ColumnName, ViewContent, ViewFilter } from "./content.ts";

/** What must be known of a column to name it. */
export type NamedColumn = Pick<
  QueryColumn,
  "id" | "origin" | "set" | "setInstance" | "property" | "propertyInstance"
>;

/** The name of a column, the same in every model. */
export function nameColumn(column: NamedColumn): ColumnName {
  if (column.origin === "pseudo") return { pseudo: column.id === CLASS_COLUMN ? "class" : "id" };
  return {
    ...(column.origin === "set" && { set: column.set }),
    ...(column.origin === "set" && column.setInstance > 1 && { setInstance: column.setInstance }),
    property: column.property,
    ...(column.propertyInstance > 1 && { propertyInstance: column.propertyInstance }),
  };
}

/** Names that are equal have equal keys. */
export function nameKey(name: ColumnName): string {
  if ("pseudo" in name) return name.pseudo;
  const { set, setInstance = 1, property, propertyInstance = 1 } = name;
  return JSON.stringify([set === undefined ? "" : `s${set}`, setInstance, property, propertyInstance]);
}

/** The view of a table as it can be kept; columns that the table does not have cannot be named and are left out. */
export function keepView(
  view: TableView,
  table: { ifcClasses: readonly string[]; columns: readonly NamedColumn[] },
  file: Pick<ViewContent, "profile" | "unitInHeading">,
): ViewContent {
  const names = new Map<string, ColumnName>([
    [ID_COLUMN, { pseudo: "id" }],
    [CLASS_COLUMN, { pseudo: "class" }],
    ...table.columns.map((column): [string, ColumnName] => [column.id, nameColumn(column)]),
  ]);
  const named = (ids: readonly string[]): ColumnName[] => ids.flatMap((id) => names.get(id) ?? []);
  return {
    ifcClasses: [...table.ifcClasses],
    search: view.search,
    searchIn: view.searchIn === null ? null : named(view.searchIn),
    filters: view.filters.flatMap((filter) => {
      const column = names.get(filter.column);
      // Copied, because what is kept is a value of its own.
      return column === undefined ? [] : [{ ...structuredClone(filter), column } as ViewFilter];
    }),
    sorts: view.sorts.flatMap(({ column, isDescending }) =>
      named([column]).map((name) => ({ column: name, isDescending })),
    ),
    columns: view.columns === null ? null : named(view.columns),
    hidden: named(view.hidden),
    pinned: named(view.pinned),
    widths: [...view.widths].flatMap(([id, width]) => named([id]).map((name) => ({ column: name, width }))),
    hidesEmpty: view.hidesEmpty,
    profile: file.profile,
    unitInHeading: file.unitInHeading,
  };
}

export type FittedView = {
  readonly view: TableView;
  /** What the view names and the table does not have, each once. */
  readonly missing: readonly ColumnName[];
  /** Conditions left out because the table does not have their column. */
  readonly leftOut: readonly ViewFilter[];
};

/** A kept view in the columns of a table. */
export function fitView(content: ViewContent, columns: readonly NamedColumn[]): FittedView {
  const ids = new Map(columns.map((column) => [nameKey(nameColumn(column)), column.id]));
  return fitViewBy(content, (name) =>
    "pseudo" in name ? (name.pseudo === "id" ? ID_COLUMN : CLASS_COLUMN) : (ids.get(nameKey(name)) ?? null),
  );
}

/** The same with any way from names to ids; null: the table does not have it. */
export function fitViewBy(content: ViewContent, idOf: (name: ColumnName) => string | null): FittedView {
  const missing = new Map<string, ColumnName>();
  const find = (name: ColumnName): string[] => {
    const id = idOf(name);
    if (id !== null) return [id];
    missing.set(nameKey(name), name);
    return [];
  };
  const all = (names: readonly ColumnName[]): string[] => [...new Set(names.flatMap(find))];
  const leftOut: ViewFilter[] = [];
  const view: TableView = {
    search: content.search,
    searchIn: content.searchIn === null ? null : all(content.searchIn),
    filters: content.filters.flatMap((filter) => {
      const [id] = find(filter.column);
      if (id !== undefined) return [{ ...filter, column: id }];
      leftOut.push(filter);
      return [];
    }),
    sorts: uniqueBy(
      content.sorts.flatMap(({ column, isDescending }) =>
        find(column).map((id) => ({ column: id, isDescending })),
      ),
      (sort) => sort.column,
    ),
    columns: content.columns === null ? null : all(content.columns),
    hidden: all(content.hidden),
    pinned: all(content.pinned),
    widths: new Map(
      content.widths.flatMap(({ column, width }) => find(column).map((id): [string, number] => [id, width])),
    ),
    hidesEmpty: content.hidesEmpty,
  };
  return { view, missing: [...missing.values()], leftOut };
}

function uniqueBy<T>(entries: readonly T[], keyOf: (entry: T) => string): T[] {
  const seen = new Set<string>();
  return entries.filter((entry) => {
    const isNew = !seen.has(keyOf(entry));
    seen.add(keyOf(entry));
    return isNew;
  });
}

/**
 * Whether an element without the property meets a condition on it (lib/elements/query/types.ts): true for `missing`, and for every `not…`
 * whose counterpart asks for a value.
 */
export function holdsForMissing(filter: ViewFilter): boolean {
  switch (filter.op) {
    case "equals":
      return filter.value.kind === "missing";
    case "notEquals":
      return filter.value.kind !== "missing";
    case "oneOf":
      return filter.values.some(({ kind }) => kind === "missing");
    case "notOneOf":
      return filter.values.every(({ kind }) => kind !== "missing");
    case "contains":
    case "between":
    case "notMissing":
    case "empty":
    case "present":
      return false;
    default:
      return true;
  }
}
