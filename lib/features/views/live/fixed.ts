/**
 * The fixed part of a live address: its columns with their order, types and units, so that a program finds them in every later file. A view
 * that names columns defines them; otherwise they are the model's columns when the address was made. Pure.
 */
import { z } from "zod";
import type { ExportColumn, ExportTable } from "#lib/elements/files/table.ts";
import type { FixedType } from "#lib/elements/files/parquet/column-types.ts";
import {
  columnResolver,
  namedColumnId,
  propertyNameOfColumn,
  type NamedColumn,
} from "#lib/elements/query/address/named-column.ts";
import { CLASS_COLUMN, ID_COLUMN, type TableView } from "#lib/elements/query/types.ts";
import type { UnionColumn } from "#lib/elements/query/union.ts";
import type { ViewContent } from "../content.ts";
import { fitView, idWords } from "../fit.ts";

/** Increase it when a stored address gets another meaning. */
export const FIXED_VERSION = 1;

const fixedColumnSchema = z.strictObject({
  /** Names the property in any model (lib/elements/query/address/named-column.ts). */
  id: z.string(),
  type: z.enum(["double", "boolean", "text"]) satisfies z.ZodType<FixedType>,
  /** As the model stated it; null: not stated. */
  unit: z.string().nullable(),
});
export type FixedColumn = z.infer<typeof fixedColumnSchema>;

/** The content of a stored row. */
export const fixedSchema = z
  .strictObject({ version: z.literal(FIXED_VERSION), columns: z.array(fixedColumnSchema) })
  .transform(({ columns }) => columns);

const idOf = (column: NamedColumn): string => namedColumnId(propertyNameOfColumn(column));

const fix = (column: UnionColumn): FixedColumn => ({
  id: idOf(column),
  type: column.kind === "number" ? "double" : column.kind === "boolean" ? "boolean" : "text",
  unit: column.unit,
});

/** The model's columns that a view without named columns shows. */
const shownOf = (content: ViewContent, columns: readonly UnionColumn[]): UnionColumn[] =>
  columns.filter(({ fill }) => !content.hidesEmpty || fill.present > 0);

/** Whether columns can be fixed: without the view's classes, a model says nothing about a view that names no columns. */
export const canFix = (content: ViewContent, readings: number): boolean =>
  readings > 0 || content.columns !== null;

/**
 * The columns of an address, plus new ones if the view names them.
 * @param columns of the model
 * @param fixed null: the address is being made
 * @returns `fixed` itself where nothing is new
 */
export function settleColumns(
  content: ViewContent,
  columns: readonly UnionColumn[],
  fixed: readonly FixedColumn[] | null,
): readonly FixedColumn[] {
  if (content.columns === null) return fixed ?? shownOf(content, columns).map(fix);
  const known = new Set(fixed?.map(({ id }) => id));
  const byId = new Map(columns.map((column) => [column.id, column]));
  const added = (fitView(content, columns).columns ?? []).flatMap((id): FixedColumn[] => {
    if (id === ID_COLUMN || id === CLASS_COLUMN) return [];
    const column = byId.get(id);
    return [column === undefined ? { id, type: "text", unit: null } : fix(column)];
  });
  const missing = added.filter(({ id }) => !known.has(id));
  return missing.length === 0 && fixed !== null ? fixed : [...(fixed ?? []), ...missing];
}

/** Updates the columns to the current model: new ones at the end, current types and units; none is removed. */
export function takeInColumns(
  content: ViewContent,
  columns: readonly UnionColumn[],
  fixed: readonly FixedColumn[],
): FixedColumn[] {
  const today = new Map(shownOf(content, columns).map((column) => [idOf(column), fix(column)]));
  const kept = fixed.map((column) => today.get(column.id) ?? column);
  const known = new Set(kept.map(({ id }) => id));
  const fresh = content.columns === null ? [...today.values()].filter(({ id }) => !known.has(id)) : [];
  return [...kept, ...fresh];
}

/** The view in the model's columns; in the address's columns where the view names none. */
export function viewOfAddress(
  content: ViewContent,
  columns: readonly UnionColumn[],
  fixed: readonly FixedColumn[],
): TableView {
  const view = fitView(content, columns);
  if (view.columns !== null) return view;
  const resolve = columnResolver(columns);
  return { ...view, columns: [CLASS_COLUMN, ...fixed.map(({ id }) => resolve(id))] };
}

/** The names of columns that the model has but the address lacks; only for views that name no columns. */
export function listNewColumns(
  content: ViewContent,
  columns: readonly UnionColumn[],
  fixed: readonly FixedColumn[],
): string[] {
  if (content.columns !== null) return [];
  const known = new Set(fixed.map(({ id }) => id));
  const hidden = new Set(fitView(content, columns).hidden);
  return shownOf(content, columns)
    .filter((column) => !known.has(idOf(column)) && !hidden.has(column.id))
    .map((column) => idWords(idOf(column)));
}

/**
 * A table with the headings and types of the address. A unit in a heading stays; values with another unit would be misread below it, so
 * they are left out and the column is named.
 */
export function holdTable(table: ExportTable, fixed: readonly FixedColumn[], unitInHeading: boolean) {
  const byId = new Map(fixed.map((column) => [column.id, column]));
  const held = table.columns.map((column) => {
    const id = idOf(column);
    const own = byId.get(id) ?? { type: "text" as const, unit: column.unit };
    const hasOtherUnit = column.fill.present > 0 && own.unit !== column.unit;
    const isEmptied =
      unitInHeading && hasOtherUnit && own.unit !== null && (column.unit !== null || column.unitConflict);
    return { column, own, words: idWords(id), hasOtherUnit, isEmptied };
  });
  const emptied = held.filter(({ isEmptied }) => isEmptied);
  const columns = held.map(({ column, own, isEmptied }): ExportColumn => {
    if (!unitInHeading) return column;
    return { ...column, unit: own.unit, ...(isEmptied && { fill: allMissing(column.fill) }) };
  });
  const iterate: ExportTable["iterate"] = async function* (signal) {
    for await (const row of table.iterate(signal))
      yield { ...row, cells: held.map(({ isEmptied }, i) => (isEmptied ? undefined : row.cells[i])) };
  };
  return {
    /** For each column of the table. */
    types: held.map(({ own }): FixedType => own.type),
    /** Columns whose unit has changed since they were fixed; null: not stated. */
    otherUnits: held
      .filter(({ hasOtherUnit }) => hasOtherUnit)
      .map(({ column, own, words }) => ({ column: words, then: own.unit, now: column.unit })),
    /** The columns left empty because their heading states the unit. */
    emptied: emptied.map(({ own, words }) => `${words} [${own.unit ?? ""}]`),
    table: emptied.length > 0 ? { ...table, columns, iterate } : { ...table, columns },
  };
}

const allMissing = ({ present, emptyText, none, missing }: ExportColumn["fill"]): ExportColumn["fill"] => ({
  present: 0,
  emptyText: 0,
  none: 0,
  missing: present + emptyText + none + missing,
});
