/* Sums in words. Pure. */
import { formatCount } from "#app/_ui/format/count.ts";
import { t } from "#lib/core/texts.ts";
import type { Sum } from "#lib/elements/query/figures/sums.ts";
import type { QueryColumn } from "#lib/elements/query/types.ts";
import { isRelationColumn } from "#lib/elements/relations/relation-columns.ts";
import { tellNumber } from "#lib/elements/told-values.ts";
import { fullNameOf, nameOf } from "../../_components/table/shown-columns.ts";

/** "Qto_DoorBaseQuantities: Area, m²" */
export function headOf(column: QueryColumn): string {
  // Where an element is needs no set to be understood.
  const name = isRelationColumn(column) ? nameOf(column) : fullNameOf(column);
  return column.unit === null ? name : `${name}, ${column.unit}`;
}

/** The sum alone; null where there is none to state. */
export function sumWords(column: QueryColumn, sum: Sum | undefined): string | null {
  return sum === undefined || sum.sum === null || column.unitConflict ? null : tellNumber(sum.sum);
}

/** How many of the elements have a number, where not all have. */
export function shareWords(sum: Sum | undefined, rows: number): string | null {
  const numbers = sum?.numbers ?? 0;
  return numbers === rows
    ? null
    : t("{numbers} of {rows} have a number", { numbers: formatCount(numbers), rows: formatCount(rows) });
}

/** A total in one line: the sum with its unit, and the elements that it does not contain. */
export function lineWords(column: QueryColumn, sum: Sum | undefined, rows: number): string {
  const words = figureWords(column, sum);
  const share = sumWords(column, sum) === null ? null : shareWords(sum, rows);
  return share === null ? words : `${words}; ${share}`;
}

/** A sum where no heading names it: "Qto_DoorBaseQuantities: Area: 3.7 m²". */
export function figureWords(column: QueryColumn, sum: Sum | undefined): string {
  const name = fullNameOf(column);
  if (column.unitConflict)
    return t("{name}: not added up, because its values have different units", { name });
  const told = sumWords(column, sum);
  if (told === null) return t("{name}: no numbers to add up", { name });
  const figure = column.unit === null ? t("{sum}, unit not stated", { sum: told }) : `${told} ${column.unit}`;
  return `${name}: ${figure}`;
}
