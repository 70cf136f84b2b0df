/*
 * Columns named by their property. A table has its own short ids for its columns. A view or an address may also use an id that holds the
 * property's name, so that a property which the table lacks keeps its name and its meaning: it is absent in every row. Shared with client
 * code; pure.
 */
import type { Filter, QueryColumn, TableQuery, TableView } from "../types.ts";
import { toColumnUnit } from "../units/condition-units.ts";

/** A property of a set, or an attribute (without `set`); an instance of 1 is left out. */
export type PropertyName = {
  readonly set?: string | undefined;
  readonly setInstance?: number | undefined;
  readonly property: string;
  readonly propertyInstance?: number | undefined;
};

/** What must be known about a column to name it. */
export type NamedColumn = Pick<
  QueryColumn,
  "id" | "origin" | "set" | "setInstance" | "property" | "propertyInstance"
>;

/** What must be known about a column to filter its values. */
export type AskedColumn = NamedColumn & Pick<QueryColumn, "unit">;

const PREFIX = "n";

/** The id that names a property in any table. */
export function namedColumnId({
  set,
  setInstance = 1,
  property,
  propertyInstance = 1,
}: PropertyName): string {
  const bytes = new TextEncoder().encode(
    JSON.stringify([set ?? null, setInstance, property, propertyInstance]),
  );
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return (
    PREFIX +
    base64
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replace(/(?<!=)=+$/, "")
  );
}

/** The property that an id names; null for any other id. Never throws. */
export function parseNamedColumn(id: string): PropertyName | null {
  if (!id.startsWith(PREFIX)) return null;
  try {
    const binary = atob(id.slice(PREFIX.length).replaceAll("-", "+").replaceAll("_", "/"));
    const text = new TextDecoder("utf-8", { fatal: true }).decode(
      Uint8Array.from(binary, (character) => character.charCodeAt(0)),
    );
    return propertyNameOf(JSON.parse(text));
  } catch {
    return null;
  }
}

function propertyNameOf(value: unknown): PropertyName | null {
  if (!Array.isArray(value) || value.length !== 4) return null;
  const [set, setInstance, property, propertyInstance] = value as unknown[];
  const isSound =
    (set === null || typeof set === "string") &&
    typeof property === "string" &&
    isInstance(setInstance) &&
    isInstance(propertyInstance);
  if (!isSound) return null;
  return {
    ...(set !== null && { set }),
    ...(setInstance > 1 && { setInstance }),
    property,
    ...(propertyInstance > 1 && { propertyInstance }),
  };
}

const isInstance = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 1;

/** The name of a property column, the same in every model. */
export function propertyNameOfColumn(column: Omit<NamedColumn, "id">): PropertyName {
  return {
    ...(column.origin === "set" && { set: column.set }),
    ...(column.origin === "set" && column.setInstance > 1 && { setInstance: column.setInstance }),
    property: column.property,
    ...(column.propertyInstance > 1 && { propertyInstance: column.propertyInstance }),
  };
}

/** Translates any id to the table's id for the column; ids of columns that the table does not have are unchanged. */
export function columnResolver(columns: readonly NamedColumn[]): (id: string) => string {
  let ids: Map<string, string> | null = null;
  return (id) => {
    if (!id.startsWith(PREFIX)) return id;
    ids ??= new Map(
      columns
        .filter(({ origin }) => origin !== "pseudo")
        .map((column) => [namedColumnId(propertyNameOfColumn(column)), column.id]),
    );
    return ids.get(id) ?? id;
  };
}

/** Translates any query for a table: columns get the table's ids, numbers in conditions the column's unit. */
export function queryResolver(columns: readonly AskedColumn[]): <T extends TableQuery>(query: T) => T {
  const resolve = columnResolver(columns);
  let units: Map<string, string | null> | null = null;
  const place = (filter: Filter): Filter => {
    units ??= new Map(columns.map(({ id, unit }) => [id, unit]));
    const column = resolve(filter.column);
    return toColumnUnit({ ...filter, column }, units.get(column) ?? null);
  };
  return (query) => ({
    ...query,
    searchIn: query.searchIn === null ? null : query.searchIn.map(resolve),
    filters: query.filters.map(place),
    anyOf: query.anyOf.map((group) => group.map(place)),
    sorts: query.sorts.map((sort) => ({ ...sort, column: resolve(sort.column) })),
  });
}

/** A view translated for a table. */
export function resolveView(view: TableView, columns: readonly AskedColumn[]): TableView {
  const resolve = columnResolver(columns);
  return {
    ...queryResolver(columns)(view),
    columns: view.columns === null ? null : view.columns.map(resolve),
    hidden: view.hidden.map(resolve),
    pinned: view.pinned.map(resolve),
    widths: new Map([...view.widths].map(([id, width]) => [resolve(id), width])),
  };
}

/** Describes a column that a table does not have: the property is absent in all `rows` rows. */
export function absentColumn(id: string, rows: number): QueryColumn {
  const name = parseNamedColumn(id);
  return {
    id,
    origin: name !== null && name.set === undefined ? "attribute" : "set",
    set: name?.set ?? "",
    setInstance: name?.setInstance ?? 1,
    property: name?.property ?? id,
    propertyInstance: name?.propertyInstance ?? 1,
    kind: "none",
    kinds: { string: 0, number: 0, boolean: 0, list: 0, object: 0, null: 0 },
    unit: null,
    valueType: null,
    unitConflict: false,
    fill: { present: 0, emptyText: 0, none: 0, missing: rows },
    distinct: 0,
    min: null,
    max: null,
    textLength: 0,
  };
}
