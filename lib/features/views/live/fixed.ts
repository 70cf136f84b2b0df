/**
 * What is fixed about a live address: which columns there are, in which order, their types and units, so that a program finds them in every
 * later file. Columns that the view names follow the view; those of a view that names none are the model's when the address was made. Pure.
 */
import { z } from "zod";
import type { ExportColumn, ExportTable } from "#lib/elements/files/table.ts";
import type { FixedType } from "#lib/elements/files/parquet/column-types.ts";
import {
  columnResolver,
  namedColumnId,
  parseNamedColumn,
  propertyNameOfColumn,
  type NamedColumn,
} from "#lib/elements/query/address/named-column.ts";
import { CLASS_COLUMN, ID_COLUMN, type TableView } from "#lib/elements/query/types.ts";
import type { UnionColumn } from "#lib/elements/query/union.ts";
import { columnWords, type ViewContent } from "../content.ts";
import { fitView } from "../fit.ts";

/** Raised when a stored address gets another meaning. */
export const FIXED_VERSION = 1;

const fixedColumnSchema = z.strictObject({
  /** Names the property in any model (lib/elements/query/address/named-column.ts). */
  id: z.string(),
  type: z.enum(["double", "boolean", "text"]) satisfies z.ZodType<FixedType>,
  /** As the model stated it; null: it stated none. */
  unit: z.string().nullable(),
});
export type FixedColumn = z.infer<typeof fixedColumnSchema>;

/** What a stored row holds. */
export const fixedSchema = z
  .strictObject({ version: z.literal(FIXED_VERSION), columns: z.array(fixedColumnSchema) })
  .transform(({ columns }) => columns);

const idOf = (column: NamedColumn): string => namedColumnId(propertyNameOfColumn(column));

const fix = (column: UnionColumn): FixedColumn => ({
  id: idOf(column),
  type: column.kind === "number" ? "double" : column.kind === "boolean" ? "boolean" : "text",
  unit: column.unit,
});

/** The columns that a view which names none shows of a model. */
const shownOf = (content: ViewContent, columns: readonly UnionColumn[]): UnionColumn[] =>
  columns.filter(({ fill }) => !content.hidesEmpty || fill.present > 0);

/** Whether there is anything to fix: a model without the view's classes says nothing about a view that names no columns. */
export const canFix = (content: ViewContent, readings: number): boolean =>
  readings > 0 || content.columns !== null;

/**
 * The columns of an address, with those that it does not have yet where its view names them.
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
  const added = (fitView(content, columns).view.columns ?? []).flatMap((id): FixedColumn[] => {
    if (id === ID_COLUMN || id === CLASS_COLUMN) return [];
    const column = byId.get(id);
    return [column === undefined ? { id, type: "text", unit: null } : fix(column)];
  });
  const missing = added.filter(({ id }) => !known.has(id));
  return missing.length === 0 && fixed !== null ? fixed : [...(fixed ?? []), ...missing];
}

/** The columns with what the model has now: new ones at the end, types and units as they are today; nothing leaves. */
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

/** The view in the columns of the model at hand, with the columns of the address where it names none itself. */
export function viewOfAddress(
  content: ViewContent,
  columns: readonly UnionColumn[],
  fixed: readonly FixedColumn[],
): TableView {
  const { view } = fitView(content, columns);
  if (view.columns !== null) return view;
  const resolve = columnResolver(columns);
  return { ...view, columns: [CLASS_COLUMN, ...fixed.map(({ id }) => resolve(id))] };
}

/** What the model has and the address does not, by name: the properties of a later file, where the view names no columns. */
export function listNewColumns(
  content: ViewContent,
  columns: readonly UnionColumn[],
  fixed: readonly FixedColumn[],
): string[] {
  if (content.columns !== null) return [];
  const known = new Set(fixed.map(({ id }) => id));
  const hidden = new Set(fitView(content, columns).view.hidden);
  return shownOf(content, columns)
    .filter((column) => !known.has(idOf(column)) && !hidden.has(column.id))
    .map((column) => wordsOf(idOf(column)));
}

/** A column whose values have another unit than when it was fixed; null: not stated. */
export type OtherUnit = {
  readonly column: string;
  readonly then: string | null;
  readonly now: string | null;
};

export type HeldTable = {
  readonly table: ExportTable;
  /** Of each column of the table. */
  readonly types: readonly FixedType[];
  readonly otherUnits: readonly OtherUnit[];
  /** Those of them that stand empty, because their heading says the unit. */
  readonly emptied: readonly string[];
};

/**
 * A table whose headings and types are those of the address. A heading that says a unit stays; values that have another one by now would be
 * read as something else below it, so they are left out and named.
 */
export function holdTable(
  table: ExportTable,
  fixed: readonly FixedColumn[],
  unitInHeading: boolean,
): HeldTable {
  const byId = new Map(fixed.map((column) => [column.id, column]));
  const held = table.columns.map((column) => ({ column, fixed: byId.get(idOf(column)) }));
  const changed = held.map(
    ({ column, fixed: own }) => own !== undefined && column.fill.present > 0 && own.unit !== column.unit,
  );
  const isEmptied = held.map(
    ({ column, fixed: own }, at) =>
      unitInHeading &&
      changed[at] === true &&
      own !== undefined &&
      own.unit !== null &&
      (column.unit !== null || column.unitConflict),
  );
  const columns = held.map(({ column, fixed: own }, at): ExportColumn => {
    if (!unitInHeading || own === undefined) return column;
    return { ...column, unit: own.unit, ...(isEmptied[at] === true && { fill: emptied(column.fill) }) };
  });
  const at = [...isEmptied.keys()];
  return {
    types: held.map(({ fixed: own }) => own?.type ?? "text"),
    otherUnits: held.flatMap(({ column, fixed: own }, i) =>
      changed[i] === true
        ? [{ column: wordsOf(idOf(column)), then: own?.unit ?? null, now: column.unit }]
        : [],
    ),
    emptied: held.flatMap(({ column, fixed: own }, i) =>
      isEmptied[i] === true ? [`${wordsOf(idOf(column))} [${own?.unit ?? ""}]`] : [],
    ),
    table: isEmptied.includes(true)
      ? {
          ...table,
          columns,
          iterate: async function* (signal) {
            for await (const row of table.iterate(signal))
              yield { ...row, cells: at.map((i) => (isEmptied[i] === true ? undefined : row.cells[i])) };
          },
        }
      : { ...table, columns },
  };
}

const emptied = ({ present, emptyText, none, missing }: ExportColumn["fill"]): ExportColumn["fill"] => ({
  present: 0,
  emptyText: 0,
  none: 0,
  missing: present + emptyText + none + missing,
});

function wordsOf(id: string): string {
  const name = parseNamedColumn(id);
  return name === null ? id : columnWords(name);
}
