/*
 * Which columns of a table are shown, in which order, under which words. Pure: a description and a view in, columns out.
 */
import {
  CLASS_COLUMN,
  conditionsOf,
  ID_COLUMN,
  type QueryColumn,
  type TableDescription,
  type TableView,
} from "#lib/elements/query/types.ts";
import { absentColumn } from "#lib/elements/query/address/named-column.ts";
import { relationWord } from "#app/_features/models/relation-words.ts";
import type { GridColumn } from "#app/_ui/data-table/grid/columns.ts";
import { formatCount } from "#app/_ui/format/count.ts";
import { isRelationColumn } from "#lib/elements/relations/relation-columns.ts";
import { t } from "#lib/core/texts.ts";

export type ShownColumns = {
  /** In the order shown, the pinned ones first; GlobalId is not among them. */
  columns: readonly QueryColumn[];
  pinnedIds: readonly string[];
  /** Columns without any value that are left out, those hidden by hand not counted. */
  emptyHidden: number;
  /** Every column one can choose, in the table's own order. */
  choosable: readonly QueryColumn[];
};

/** The parts of a view that say which columns are shown. */
export type ColumnsOfView = Pick<TableView, "columns" | "hidden" | "pinned" | "hidesEmpty">;

/** Applies a view to a table's columns. The name is pinned as long as nobody chose what to pin. */
export function showColumns(table: TableDescription, view: ColumnsOfView): ShownColumns {
  const choosable = table.columns.filter(
    (column) => column.id !== ID_COLUMN && (column.id !== CLASS_COLUMN || table.sources.length > 1),
  );
  const byId = new Map(choosable.map((column) => [column.id, column]));
  const hidden = new Set(view.hidden);
  const isEmpty = (column: QueryColumn): boolean => column.origin !== "pseudo" && column.fill.present === 0;
  // What the view names is shown, filled or not (lib/elements/files/shown-columns.ts, the same rule for files).
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
    emptyHidden: left.filter(isEmpty).length,
    choosable,
  };
}

/** The table with the columns that a view names and the table does not have, behind its own: absent in every row. */
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

/** True for a column that no row has: a table's own columns have a value, or the lack of one, in some row. */
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

/** The set that a column stands under. */
export function groupOf(column: QueryColumn): string {
  if (isRelationColumn(column)) return t("Relations");
  if (column.origin !== "set") return column.origin === "attribute" ? t("Attributes") : t("Identity");
  return column.setInstance > 1 ? `${column.set} (${String(column.setInstance)})` : column.set;
}

/** A property's name, told apart from others of the same name in its set. */
export function nameOf(column: QueryColumn): string {
  // A link of another table names its columns by ids that say nothing here.
  if (column.property === column.id) return t("Unknown column");
  if (isRelationColumn(column)) return relationWord(column.property);
  return column.propertyInstance > 1
    ? `${column.property} (${String(column.propertyInstance)})`
    : column.property;
}

/** "Pset_DoorCommon: FireRating"; attributes stand by their name alone. */
export function fullNameOf(column: QueryColumn): string {
  return column.origin === "set" ? `${groupOf(column)}: ${nameOf(column)}` : nameOf(column);
}

/** Those that have every word of what is typed in their set's name or their own: "common fire" finds Pset_DoorCommon: FireRating. */
export function findColumns(columns: readonly QueryColumn[], typed: string): readonly QueryColumn[] {
  const words = typed.trim().toLowerCase().split(/\s+/);
  return columns.filter((column) => {
    const names = `${groupOf(column)} ${fullNameOf(column)}`.toLowerCase();
    return words.every((word) => names.includes(word));
  });
}

/** The column as the grid draws it. */
export function toGridColumn(column: QueryColumn, rows: number): GridColumn {
  const isNumber = column.kind === "number";
  return {
    id: column.id,
    head: nameOf(column),
    group: groupOf(column),
    end: isNumber,
    filled: rows === 0 ? 0 : column.fill.present / rows,
    // A text has no unit to state; a number has one whether it is stated or not.
    ...(isNumber || column.unit !== null ? { unit: column.unit } : {}),
    textLength: isNumber ? digitsOf(column) : isAbsent(column, rows) ? ABSENT_CHARS : column.textLength,
    hint: isAbsent(column, rows) ? t("not in this model") : hintOf(column),
  };
}

const DIGITS_MIN = 12;
/** Room for saying that a column is not in the model. */
const ABSENT_CHARS = 18;

/** Characters that its figures need, as far as the smallest and the largest tell. */
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

/** Short enough for a head; the whole figure stands in the statistics. */
export function shortNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e9) return formatCount(value);
  return formatCount(Number(value.toPrecision(4)));
}
