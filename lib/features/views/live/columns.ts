/**
 * Which columns a live address and a bulk run give, in which order: by the rule of the table's page (lib/elements/files/shown-columns.ts),
 * so that a column which the view names and a model lacks stands there empty, and a program always finds its columns. Pure.
 */
import { shownColumns } from "#lib/elements/files/shown-columns.ts";
import {
  makeExportTable,
  type ExportColumn,
  type ExportSource,
  type ExportTable,
} from "#lib/elements/files/table.ts";
import { absentColumn } from "#lib/elements/query/address/named-column.ts";
import type { TableView } from "#lib/elements/query/types.ts";
import { uniteColumns, type UnionColumn } from "#lib/elements/query/union.ts";
import { absenceOfView, type Absence } from "../absences.ts";
import type { ViewContent } from "../content.ts";
import { fitView, nameColumn, nameKey } from "../fit.ts";
import { holdTable, listNewColumns, viewOfAddress, type FixedColumn, type HeldTable } from "./fixed.ts";

export type NarrowedTable = { table: ExportTable; absent: Absence };

/**
 * The table of some snapshots as a view shows it.
 * @param rows row numbers over all sources in order; null: all as they stand
 */
export function narrowToView(
  content: ViewContent,
  sources: readonly ExportSource[],
  rows: Int32Array | null,
): NarrowedTable {
  const columns = columnsOf(sources);
  const { view } = fitView(content, columns);
  const shown = shownColumns(columns, content.ifcClasses.length, view);
  return {
    table: makeExportTable(sources, { ...shown, rows }),
    absent: absenceOfView(view, columns),
  };
}

/** The columns of some snapshots as one table's. */
export const columnsOf = (sources: readonly ExportSource[]): readonly UnionColumn[] =>
  uniteColumns(sources.map(({ snapshot }) => snapshot.meta)).columns;

export type AddressTable = Omit<HeldTable, "emptied"> & {
  readonly view: TableView;
  /** What view or address name and the snapshots lack, with the columns that stand empty for their unit. */
  readonly absent: Absence;
  /** What the snapshots have and the address does not. */
  readonly newColumns: readonly string[];
};

/** The table of some snapshots in the columns of a live address; `rows` as of `narrowToView`. */
export function narrowToAddress(
  content: ViewContent,
  sources: readonly ExportSource[],
  fixed: readonly FixedColumn[],
  rows: Int32Array | null,
): AddressTable {
  const columns = columnsOf(sources);
  const view = viewOfAddress(content, columns, fixed);
  const shown = shownColumns(columns, content.ifcClasses.length, view);
  const table = makeExportTable(sources, { ...shown, rows });
  const { emptied, ...held } = holdTable(table, fixed, content.unitInHeading);
  const absent = absenceOfView(view, columns);
  return {
    ...held,
    view,
    absent: { ...absent, columns: [...absent.columns, ...emptied] },
    newColumns: listNewColumns(content, columns, fixed),
  };
}

/** A table over many models with the columns of a view: in its order, without the others, those that no model has empty. */
export function narrowTable(content: ViewContent, table: ExportTable): ExportTable {
  // Of one property there are several where models state it in several units or kinds (joined-columns.ts); each is shown or none.
  const variants = Map.groupBy(table.columns, (column) => nameKey(nameColumn(column)));
  const properties = [...variants.values()].flatMap(([first, ...others]): ExportColumn[] => {
    if (first === undefined) return [];
    const present = [first, ...others].reduce((sum, { fill }) => sum + fill.present, 0);
    return [{ ...first, fill: { ...first.fill, present } }];
  });
  const { view } = fitView(content, properties);
  const { columns, hasClass } = shownColumns(properties, content.ifcClasses.length, view);
  const propertyOf = new Map(properties.map((column) => [column.id, column]));
  const chosen = columns.flatMap((id): ExportColumn[] => {
    const property = propertyOf.get(id);
    if (property !== undefined) return variants.get(nameKey(nameColumn(property))) ?? [];
    const absent = absentColumn(id, table.rows);
    return absent.origin === "pseudo" ? [] : [{ ...absent, origin: absent.origin }];
  });
  const places = new Map(table.columns.map(({ id }, place) => [id, place]));
  const from = chosen.map(({ id }) => places.get(id) ?? -1);
  return {
    ...table,
    hasClass,
    columns: chosen,
    iterate: async function* (signal) {
      for await (const row of table.iterate(signal))
        yield { ...row, cells: from.map((place) => row.cells[place]) };
    },
  };
}
