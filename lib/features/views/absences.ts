/**
 * What a view names and a model does not have: its columns stand empty, its conditions hold as for elements that all lack the property. And
 * conditions in a unit that the model does not have: their numbers are compared as they stand. Said
 * in the run's record, in the report of a bulk run and in the headers of a live address. Pure.
 */
import { parseNamedColumn, type AskedColumn } from "#lib/elements/query/address/named-column.ts";
import { listOtherUnits } from "#lib/elements/query/units/condition-units.ts";
import { CLASS_COLUMN, conditionsOf, ID_COLUMN, type TableView } from "#lib/elements/query/types.ts";
import { columnWords, type ViewContent } from "./content.ts";
import { fitView, nameColumn } from "./fit.ts";

export type Absence = {
  /** "Pset_DoorCommon: FireRating", each once. */
  readonly columns: readonly string[];
  /**
   * "Pset_DoorCommon: FireRating notPresent": column and condition as lib/elements/query/types.ts names it; "OverallWidth between [m, not
   * mm²]" where the numbers are in a unit that cannot be turned into the model's.
   */
  readonly conditions: readonly string[];
};

/** The same of one model of many; `model` is its name, null where the table is of one model. */
export type ModelAbsence = Absence & { readonly model: string | null };

/** A model's absence, or none where it has all that the view names. */
export function listAbsence(absence: Absence, model: string | null): ModelAbsence[] {
  return absence.columns.length + absence.conditions.length === 0 ? [] : [{ model, ...absence }];
}

/** What a kept view names and the columns at hand lack. */
export function absenceOf(content: ViewContent, columns: readonly AskedColumn[]): Absence {
  return absenceOfView(fitView(content, columns).view, columns);
}

/** The same for the view of a page. */
export function absenceOfView(view: TableView, columns: readonly AskedColumn[]): Absence {
  const known = new Set([ID_COLUMN, CLASS_COLUMN, ...columns.map(({ id }) => id)]);
  const words = (id: string): string => {
    const name = parseNamedColumn(id);
    return name === null ? id : columnWords(name);
  };
  const nameOf = (id: string): string => {
    const column = columns.find((one) => one.id === id);
    return column === undefined ? words(id) : columnWords(nameColumn(column));
  };
  const hidden = new Set(view.hidden);
  return {
    columns: (view.columns ?? []).filter((id) => !known.has(id) && !hidden.has(id)).map(words),
    conditions: [
      ...conditionsOf(view)
        .filter(({ column }) => !known.has(column))
        .map(({ column, op }) => `${words(column)} ${op}`),
      ...listOtherUnits(view, columns).map(
        ({ filter, asked, stated }) =>
          `${nameOf(filter.column)} ${filter.op} [${asked}, not ${stated ?? "stated"}]`,
      ),
    ],
  };
}
