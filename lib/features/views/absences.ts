/**
 * What a view names but a model lacks: such columns are empty, and conditions treat every element as lacking the property. Also conditions
 * in a unit that the model does not have, whose numbers are compared unconverted. Named in the run's record, in the report of a bulk run
 * and in the headers of a live address. Pure.
 */
import { z } from "zod";
import type { AskedColumn } from "#lib/elements/query/address/named-column.ts";
import { listOtherUnits } from "#lib/elements/query/units/condition-units.ts";
import { CLASS_COLUMN, conditionsOf, ID_COLUMN, type TableView } from "#lib/elements/query/types.ts";
import { writeAbsentCondition } from "./condition-words.ts";
import { columnWords, type ViewContent } from "./content.ts";
import { fitView, idWords, nameColumn } from "./fit.ts";

export const modelAbsenceSchema = z.strictObject({
  /** The model's name; null where the table has only one model. */
  model: z.string().nullable(),
  /** "Pset_DoorCommon: FireRating", each once. */
  columns: z.array(z.string()).readonly(),
  /**
   * "Pset_DoorCommon: FireRating notPresent": column and condition, named as in lib/elements/query/types.ts; "OverallWidth between [m, not
   * mm²]" where the unit cannot be converted to the model's.
   */
  conditions: z.array(z.string()).readonly(),
});
export type ModelAbsence = z.infer<typeof modelAbsenceSchema>;

export type Absence = Omit<ModelAbsence, "model">;

/**
 * A model's absence; empty where it has everything that the view names, and where it has no element of the classes: it lacks nothing that
 * somebody could look for.
 */
export function listAbsence(absence: Absence, model: string | null, elements: number): ModelAbsence[] {
  const isWhole = absence.columns.length + absence.conditions.length === 0;
  return isWhole || elements === 0 ? [] : [{ model, ...absence }];
}

/** What a saved view names but the given columns lack. */
export function absenceOf(content: ViewContent, columns: readonly AskedColumn[]): Absence {
  return absenceOfView(fitView(content, columns), columns);
}

/** The same for the view of a page. */
export function absenceOfView(view: TableView, columns: readonly AskedColumn[]): Absence {
  const known = new Set([ID_COLUMN, CLASS_COLUMN, ...columns.map(({ id }) => id)]);
  const nameOf = (id: string): string => {
    const column = columns.find((one) => one.id === id);
    return column === undefined ? idWords(id) : columnWords(nameColumn(column));
  };
  const hidden = new Set(view.hidden);
  return {
    columns: (view.columns ?? []).filter((id) => !known.has(id) && !hidden.has(id)).map(idWords),
    conditions: [
      ...conditionsOf(view)
        .filter(({ column }) => !known.has(column))
        .map(({ column, op }) => writeAbsentCondition(idWords(column), op)),
      ...listOtherUnits(view, columns).map(({ filter, asked, stated }) =>
        writeAbsentCondition(nameOf(filter.column), filter.op, { asked, stated }),
      ),
    ],
  };
}
