/**
 * Converts a table's view into one that fits any table, and back. Pure and shared with client code. What a table lacks is named, never
 * dropped silently.
 */
import {
  namedColumnId,
  parseNamedColumn,
  propertyNameOfColumn,
  type AskedColumn,
  type NamedColumn,
} from "#lib/elements/query/address/named-column.ts";
import { toColumnUnit } from "#lib/elements/query/units/condition-units.ts";
import { CLASS_COLUMN, ID_COLUMN, type Filter, type TableView } from "#lib/elements/query/types.ts";
import { columnWords, type ColumnName, type ViewContent, type ViewFilter } from "./content.ts";

/** The name of a column, the same in every model. */
export function nameColumn(column: NamedColumn): ColumnName {
  if (column.origin === "pseudo") return { pseudo: column.id === CLASS_COLUMN ? "class" : "id" };
  return propertyNameOfColumn(column);
}

/** The words for a column's id that is made from its name. */
export function idWords(id: string): string {
  const name = parseNamedColumn(id);
  return name === null ? id : columnWords(name);
}

/** Names that are equal have equal keys. */
export function nameKey(name: ColumnName): string {
  if ("pseudo" in name) return name.pseudo;
  const { set, setInstance = 1, property, propertyInstance = 1 } = name;
  return JSON.stringify([set === undefined ? "" : `s${set}`, setInstance, property, propertyInstance]);
}

/** The view of a table by names, ready to be saved; ids of columns that name no column are left out. */
export function keepView(
  view: TableView,
  table: { ifcClasses: readonly string[]; columns: readonly AskedColumn[] },
  file: Pick<ViewContent, "profile" | "unitInHeading">,
): ViewContent {
  const names = new Map<string, ColumnName>([
    [ID_COLUMN, { pseudo: "id" }],
    [CLASS_COLUMN, { pseudo: "class" }],
    ...table.columns.map((column): [string, ColumnName] => [column.id, nameColumn(column)]),
  ]);
  const units = new Map(table.columns.map(({ id, unit }) => [id, unit]));
  const nameOf = (id: string): ColumnName | null => names.get(id) ?? parseNamedColumn(id);
  const named = (ids: readonly string[]): ColumnName[] => ids.flatMap((id) => nameOf(id) ?? []);
  const nameFilters = (filters: readonly Filter[]): ViewFilter[] =>
    filters.flatMap((filter) => {
      const column = nameOf(filter.column);
      const asked = toColumnUnit(filter, units.get(filter.column) ?? null);
      // Copied, so that the saved view shares nothing with the table.
      return column === null ? [] : [{ ...structuredClone(asked), column } as ViewFilter];
    });
  return {
    ifcClasses: [...table.ifcClasses],
    search: view.search,
    searchIn: view.searchIn === null ? null : named(view.searchIn),
    filters: nameFilters(view.filters),
    anyOf: view.anyOf.map(nameFilters).filter((group) => group.length > 0),
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

/**
 * A saved view in the columns of a table, with the numbers of its conditions in the table's units; a column that the table lacks stays,
 * under the id made from its name.
 */
export function fitView(content: ViewContent, columns: readonly AskedColumn[]): TableView {
  const ids = new Map(columns.map((column) => [nameKey(nameColumn(column)), column.id]));
  const view = addressView(content, (name) => ids.get(nameKey(name)));
  const units = new Map(columns.map(({ id, unit }) => [id, unit]));
  const inUnit = (filter: Filter): Filter => toColumnUnit(filter, units.get(filter.column) ?? null);
  return { ...view, filters: view.filters.map(inUnit), anyOf: view.anyOf.map((group) => group.map(inUnit)) };
}

/** A saved view as an address for any table. @param find the table's own id of a property, where known */
export function addressView(
  content: ViewContent,
  find: (name: Exclude<ColumnName, { pseudo: string }>) => string | undefined = () => undefined,
): TableView {
  const idOf = (name: ColumnName): string =>
    "pseudo" in name
      ? name.pseudo === "id"
        ? ID_COLUMN
        : CLASS_COLUMN
      : (find(name) ?? namedColumnId(name));
  const all = (names: readonly ColumnName[]): string[] => [...new Set(names.map(idOf))];
  const placed = (filter: ViewFilter): Filter => ({ ...filter, column: idOf(filter.column) });
  return {
    search: content.search,
    searchIn: content.searchIn === null ? null : all(content.searchIn),
    filters: content.filters.map(placed),
    anyOf: content.anyOf.map((group) => group.map(placed)),
    sorts: [...Map.groupBy(content.sorts, ({ column }) => idOf(column))].flatMap(([column, [first]]) =>
      first === undefined ? [] : [{ column, isDescending: first.isDescending }],
    ),
    columns: content.columns === null ? null : all(content.columns),
    hidden: all(content.hidden),
    pinned: all(content.pinned),
    widths: new Map(content.widths.map(({ column, width }) => [idOf(column), width])),
    hidesEmpty: content.hidesEmpty,
  };
}
