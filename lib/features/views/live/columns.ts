/**
 * Which columns a live address and a bulk run give, in which order: as on the table's page (lib/elements/files/shown-columns.ts); a column
 * that the view names but a model lacks is empty, so that a program always finds its columns. Pure.
 */
import { shownColumns } from "#lib/elements/files/shown-columns.ts";
import {
  makeExportTable,
  type ExportColumn,
  type ExportSource,
  type ExportTable,
} from "#lib/elements/files/table.ts";
import { absentColumn } from "#lib/elements/query/address/named-column.ts";
import { uniteColumns, type UnionColumn } from "#lib/elements/query/union.ts";
import { absenceOfView } from "../absences.ts";
import type { ViewContent } from "../content.ts";
import { fitView, nameColumn, nameKey } from "../fit.ts";
import { holdTable, listNewColumns, viewOfAddress, type FixedColumn } from "./fixed.ts";

/**
 * The table of some snapshots as a view shows it.
 * @param rows row numbers over all sources in order; null: all in their original order
 */
export function narrowToView(
  content: ViewContent,
  sources: readonly ExportSource[],
  rows: Int32Array | null,
): ExportTable {
  const columns = columnsOf(sources);
  const view = fitView(content, columns);
  return makeExportTable(sources, { ...shownColumns(columns, content.ifcClasses.length, view), rows });
}

/** The columns of some snapshots as one table's. */
export const columnsOf = (sources: readonly ExportSource[]): readonly UnionColumn[] =>
  uniteColumns(sources.map(({ snapshot }) => snapshot.meta)).columns;

/** The table of some snapshots in the columns of a live address; `rows` as in `narrowToView`. */
export function narrowToAddress(
  content: ViewContent,
  sources: readonly ExportSource[],
  fixed: readonly FixedColumn[],
  rows: Int32Array | null,
) {
  const columns = columnsOf(sources);
  const view = viewOfAddress(content, columns, fixed);
  const shown = shownColumns(columns, content.ifcClasses.length, view);
  const table = makeExportTable(sources, { ...shown, rows });
  const { emptied, ...held } = holdTable(table, fixed, content.unitInHeading);
  const absent = absenceOfView(view, columns);
  return {
    ...held,
    view,
    /** What view or address name but the snapshots lack, with the columns left empty because of their unit. */
    absent: { ...absent, columns: [...absent.columns, ...emptied] },
    /** What the snapshots have but the address lacks. */
    newColumns: listNewColumns(content, columns, fixed),
  };
}

export type AddressTable = ReturnType<typeof narrowToAddress>;

/** A table over many models with only the view's columns, in its order; columns that no model has are empty. */
export function narrowTable(content: ViewContent, table: ExportTable): ExportTable {
  // A property has several columns where models state it in several units or kinds (joined-columns.ts); all or none are shown.
  const variants = Map.groupBy(table.columns, (column) => nameKey(nameColumn(column)));
  const properties = [...variants.values()].flatMap(([first, ...others]): ExportColumn[] => {
    if (first === undefined) return [];
    const present = [first, ...others].reduce((sum, { fill }) => sum + fill.present, 0);
    return [{ ...first, fill: { ...first.fill, present } }];
  });
  const view = fitView(content, properties);
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
