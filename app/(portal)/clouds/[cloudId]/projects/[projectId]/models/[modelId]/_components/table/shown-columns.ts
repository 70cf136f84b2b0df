/* Which columns of a table are shown, in which order, with which words. Pure: description and view in, columns out. */
import {
  CLASS_COLUMN,
  conditionsOf,
  ID_COLUMN,
  type QueryColumn,
  type TableDescription,
  type TableView,
} from "#lib/elements/query/types.ts";
import { absentColumn } from "#lib/elements/query/address/named-column.ts";
import type { GridColumn } from "#app/_ui/data-table/grid/columns.ts";
import { formatCount } from "#app/_ui/format/count.ts";
import { isRelationColumn, relationAbout, relationWord } from "#lib/elements/relations/relation-columns.ts";
import { t } from "#lib/core/texts.ts";

export type ShownColumns = {
  /** In the order shown, pinned columns first; without GlobalId. */
  columns: readonly QueryColumn[];
  pinnedIds: readonly string[];
  /** Columns left out because they have no value, not counting those hidden by hand; none where the view names its columns. */
  emptyHidden: number;
  /** Every column to choose from, in the table's own order. */
  choosable: readonly QueryColumn[];
};

/** The parts of a view that decide which columns are shown. */
export type ColumnsOfView = Pick<TableView, "columns" | "hidden" | "pinned" | "hidesEmpty">;

/** Applies a view to a table's columns. The name is pinned unless somebody chose what to pin. */
export function showColumns(table: TableDescription, view: ColumnsOfView): ShownColumns {
  const choosable = table.columns.filter(
    (column) => column.id !== ID_COLUMN && (column.id !== CLASS_COLUMN || table.sources.length > 1),
  );
  const byId = new Map(choosable.map((column) => [column.id, column]));
  const hidden = new Set(view.hidden);
  const isEmpty = (column: QueryColumn): boolean => column.origin !== "pseudo" && column.fill.present === 0;
  // Columns that the view names are shown even if empty (lib/elements/files/shown-columns.ts has the same rule for files).
  const ordered =
    view.columns === null
      ? choosable.filter((column) => !(view.hidesEmpty ? isEmpty(column) : isAbsent(column, table.rows)))
      : view.columns.map((id) => byId.get(id)).filter((column) => column !== undefined);
  const columns = ordered.filter((column) => !hidden.has(column.id));
  const isShown = new Set(columns.map(({ id }) => id));
  const left = choosable.filter((column) => !isShown.has(column.id) && !hidden.has(column.id));
  const pinned = pinnedOf(columns, view);
  const isPinned = new Set(pinned.map(({ id }) => id));
  return {
    columns: [...pinned, ...columns.filter(({ id }) => !isPinned.has(id))],
    pinnedIds: pinned.map(({ id }) => id),
    // A view that names its columns leaves out all others, with values or without.
    emptyHidden: view.columns === null ? left.filter(isEmpty).length : 0,
    choosable,
  };
}

/** The table with the columns that a view names but the table lacks, after its own columns: empty in every row. */
export function withAbsent(table: TableDescription, view: TableView): TableDescription {
  const absent = absentIds(table, view);
  if (absent.length === 0) return table;
  return { ...table, columns: [...table.columns, ...absent.map((id) => absentColumn(id, table.rows))] };
}

function absentIds(table: TableDescription, view: TableView): string[] {
  const known = new Set([ID_COLUMN, CLASS_COLUMN, ...table.columns.map(({ id }) => id)]);
  const named = [
    ...(view.columns ?? []),
    ...view.pinned,
    ...conditionsOf(view).map(({ column }) => column),
    ...view.sorts.map(({ column }) => column),
  ];
  return [...new Set(named)].filter((id) => !known.has(id));
}

/** True for a column that no row has: each of the table's own columns has a value or a stated lack of one in some row. */
export function isAbsent(column: QueryColumn, rows: number): boolean {
  return column.origin !== "pseudo" && column.fill.missing === rows;
}

function pinnedOf(columns: readonly QueryColumn[], view: ColumnsOfView): QueryColumn[] {
  if (view.pinned.length > 0)
    return view.pinned
      .map((id) => columns.find((column) => column.id === id))
      .filter((column) => column !== undefined);
  const name = columns.find((column) => column.origin === "attribute" && column.property === "Name");
  return name === undefined ? [] : [name];
}

/** The set of a column. */
export function groupOf(column: QueryColumn): string {
  if (isRelationColumn(column)) return t("Relations");
  if (column.origin !== "set") return column.origin === "attribute" ? t("Attributes") : t("Identity");
  return column.setInstance > 1 ? `${column.set} (${String(column.setInstance)})` : column.set;
}

/** A property's name, distinguished from others of the same name in its set. */
export function nameOf(column: QueryColumn): string {
  // A link from another table names its columns by ids that mean nothing here.
  if (column.property === column.id) return t("Unknown column");
  if (isRelationColumn(column)) return relationWord(column.property);
  return column.propertyInstance > 1
    ? `${column.property} (${String(column.propertyInstance)})`
    : column.property;
}

/** "Pset_DoorCommon: FireRating"; for attributes the name alone. */
export function fullNameOf(column: QueryColumn): string {
  return column.origin === "set" ? `${groupOf(column)}: ${nameOf(column)}` : nameOf(column);
}

/**
 * Columns with every typed word in their name or their set's: "common fire" finds Pset_DoorCommon: FireRating. Relations have two names:
 * the page's, and the one of files and addresses.
 */
export function findColumns(columns: readonly QueryColumn[], typed: string): readonly QueryColumn[] {
  const words = typed.trim().toLowerCase().split(/\s+/);
  return columns.filter((column) => {
    const stored = isRelationColumn(column) ? `${column.set} ${column.property}` : "";
    const names = `${groupOf(column)} ${fullNameOf(column)} ${stored}`.toLowerCase();
    return words.every((word) => names.includes(word));
  });
}

/**
 * The column as the grid draws it. `isNarrowed`: the rows shown are not all of the table's, so its figures say that they are.
 */
export function toGridColumn(column: QueryColumn, rows: number, isNarrowed = false): GridColumn {
  const isNumber = column.kind === "number";
  return {
    id: column.id,
    head: nameOf(column),
    group: groupOf(column),
    end: isNumber,
    filled: rows === 0 ? 0 : column.fill.present / rows,
    ...(isNarrowed ? { ofAll: rows } : {}),
    // A text has no unit; a number has one even if it is not stated.
    ...(isNumber || column.unit !== null ? { unit: column.unit } : {}),
    textLength: isNumber ? digitsOf(column) : isAbsent(column, rows) ? ABSENT_CHARS : column.textLength,
    about: isRelationColumn(column) ? relationAbout(column.property) : undefined,
    hint: isAbsent(column, rows) ? t("not in this model") : hintOf(column),
  };
}

const DIGITS_MIN = 12;
/** Room for the note that a column is not in the model. */
const ABSENT_CHARS = 18;

/** Digits that its numbers need, judging by the smallest and the largest. */
function digitsOf({ min, max }: QueryColumn): number {
  return Math.max(DIGITS_MIN, ...[min, max].map((figure) => (figure === null ? 0 : String(figure).length)));
}

function hintOf(column: QueryColumn): string {
  if (column.kind === "mixed") return t("mixed kinds");
  if (column.kind === "number" && column.min !== null && column.max !== null) {
    return column.min === column.max
      ? shortNumber(column.min)
      : `${shortNumber(column.min)}–${shortNumber(column.max)}`;
  }
  return column.fill.present === 0
    ? ""
    : t("{count, plural, one {# value} other {# values}}", { count: column.distinct });
}

/** Short enough for a head; the statistics show the whole number. */
export function shortNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e9) return formatCount(value);
  return formatCount(Number(value.toPrecision(4)));
}
