/**
 * Which columns a steady address and a bulk run give, in which order: those that the view names, in every model the same, and all of the table
 * where it names none. A column that a table does not have stands there empty, so that a program always finds its columns. Pure.
 */
import {
  makeExportTable,
  type ExportColumn,
  type ExportSource,
  type ExportTable,
} from "#lib/elements/export/table.ts";
import { uniteColumns, type UnionColumn } from "#lib/elements/query/union.ts";
import { columnWords, type ColumnName, type ViewContent } from "./content.ts";
import { nameColumn, nameKey } from "./fit.ts";

export type LiveColumn = {
  readonly name: Exclude<ColumnName, { pseudo: string }>;
  /** The table's own; null: it has none such. */
  readonly column: UnionColumn | null;
};

/** The columns of a view over a table, pinned ones first, and whether the class stands among them. */
export function liveColumns(
  content: ViewContent,
  columns: readonly UnionColumn[],
): { columns: LiveColumn[]; hasClass: boolean } {
  // Of one property there are several where models state it in several units or kinds (joined-columns.ts).
  const own = Map.groupBy(columns, (column) => nameKey(nameColumn(column)));
  const hidden = new Set(content.hidden.map(nameKey));
  const wanted =
    content.columns ??
    columns.filter(({ fill }) => !content.hidesEmpty || fill.present > 0).map((column) => nameColumn(column));
  const kept = new Map<string, LiveColumn[]>();
  for (const name of wanted) {
    const key = nameKey(name);
    if ("pseudo" in name || hidden.has(key)) continue;
    kept.set(
      key,
      (own.get(key) ?? [null]).map((column) => ({ name, column })),
    );
  }
  // As the page does: the name stands first as long as nobody chose what to pin.
  const pins = content.pinned.length > 0 ? content.pinned : [{ property: "Name" }];
  const first = pins.map(nameKey).filter((key) => kept.has(key));
  const keys = new Set([...first, ...kept.keys()]);
  const isClass = (name: ColumnName): boolean => "pseudo" in name && name.pseudo === "class";
  return {
    columns: [...keys].flatMap((key) => kept.get(key) ?? []),
    hasClass:
      content.ifcClasses.length > 1 &&
      !hidden.has("class") &&
      (content.columns === null || content.columns.some(isClass)),
  };
}

export type NarrowedTable = {
  table: ExportTable;
  /** What the view names and the table does not have, in words. */
  absentColumns: string[];
};

/**
 * The table of some snapshots as a view shows it.
 * @param rows row numbers over all sources in order; null: all as they stand
 */
export function narrowToView(
  content: ViewContent,
  sources: readonly ExportSource[],
  rows: Int32Array | null,
): NarrowedTable {
  const union = uniteColumns(sources.map(({ snapshot }) => snapshot.meta));
  const { columns, hasClass } = liveColumns(content, union.columns);
  const ids = columns.flatMap(({ column }) => column?.id ?? []);
  return withAbsentColumns(makeExportTable(sources, { columns: ids, hasClass, rows }), columns);
}

/** A table that is there, with the columns of a view: in its order, without the others. */
export function narrowTable(content: ViewContent, table: ExportTable): NarrowedTable {
  const { columns, hasClass } = liveColumns(content, table.columns);
  return withAbsentColumns({ ...table, hasClass }, columns);
}

/** The same table with the columns in this order, those that it lacks empty, each in its place. */
function withAbsentColumns(table: ExportTable, columns: readonly LiveColumn[]): NarrowedTable {
  const places = new Map(table.columns.map(({ id }, place) => [id, place]));
  const from = columns.map(({ column }) => (column === null ? -1 : (places.get(column.id) ?? -1)));
  const chosen = columns.map(({ name }, at): ExportColumn => {
    const column = table.columns[from[at] ?? -1];
    return column ?? absentColumn(name, at, table.rows);
  });
  return {
    absentColumns: columns.flatMap(({ name, column }) => (column === null ? columnWords(name) : [])),
    table: {
      ...table,
      columns: chosen,
      iterate: async function* (signal) {
        for await (const row of table.iterate(signal))
          yield { ...row, cells: from.map((place) => row.cells[place]) };
      },
    },
  };
}

function absentColumn(name: LiveColumn["name"], at: number, rows: number): ExportColumn {
  return {
    id: `absent-${String(at)}`,
    origin: name.set === undefined ? "attribute" : "set",
    set: name.set ?? "",
    setInstance: name.setInstance ?? 1,
    property: name.property,
    propertyInstance: name.propertyInstance ?? 1,
    kind: "none",
    kinds: { string: 0, number: 0, boolean: 0, list: 0, object: 0, null: 0 },
    unit: null,
    valueType: null,
    unitConflict: false,
    textLength: 0,
    fill: { present: 0, emptyText: 0, none: 0, missing: rows },
  };
}
