/*
 * The unit of a condition. A condition keeps the unit in which it was made, and asks every table for the same quantity: "at least 0.9 m" is
 * "at least 900 mm" where the table is in millimetres. Shared with client code; pure.
 */
import { convertNumber } from "./conversion.ts";
import { conditionsOf, type Filter, type QueryColumn, type TableQuery, type ValueToken } from "../types.ts";

type UnitColumn = Pick<QueryColumn, "id" | "unit">;

/**
 * A condition with its numbers converted to the column's unit. If that is impossible, the condition is returned unchanged, unit included.
 */
export function toColumnUnit(filter: Filter, unit: string | null): Filter {
  if (!hasNumbers(filter)) return filter;
  if (filter.unit === undefined) return unit === null ? filter : { ...filter, unit };
  if (unit === null || filter.unit === unit) return filter;
  return convert(filter, filter.unit, unit) ?? filter;
}

/** The conditions whose unit differs from the column's and cannot be converted to it. */
export function listOtherUnits(
  query: Pick<TableQuery, "filters" | "anyOf">,
  columns: readonly UnitColumn[],
): { readonly filter: Filter; readonly asked: string; readonly stated: string | null }[] {
  const units = new Map(columns.map(({ id, unit }) => [id, unit]));
  return conditionsOf(query).flatMap((filter) => {
    const stated = units.get(filter.column);
    const asked = hasNumbers(filter) ? filter.unit : undefined;
    return stated === undefined || asked === undefined || asked === stated ? [] : [{ filter, asked, stated }];
  });
}

/** A condition that compares with values, at least one of them a number. */
type NumberFilter = Extract<
  Filter,
  { op: "equals" | "notEquals" | "oneOf" | "notOneOf" | "between" | "notBetween" }
>;

function hasNumbers(filter: Filter): filter is NumberFilter {
  switch (filter.op) {
    case "between":
    case "notBetween":
      return true;
    case "equals":
    case "notEquals":
      return filter.value.kind === "number";
    case "oneOf":
    case "notOneOf":
      return filter.values.some(({ kind }) => kind === "number");
    default:
      return false;
  }
}

/** Null where the units measure different things. */
function convert(filter: NumberFilter, from: string, to: string): Filter | null {
  if (convertNumber("1", from, to) === null) return null;
  const inOther = (text: string): string => convertNumber(text, from, to) ?? text;
  const value = (token: ValueToken): ValueToken =>
    token.kind === "number" ? { kind: "number", text: inOther(token.text) } : token;
  const end = (bound: number | null): number | null =>
    bound === null ? null : Number(inOther(String(bound)));
  switch (filter.op) {
    case "equals":
    case "notEquals":
      return { ...filter, value: value(filter.value), unit: to };
    case "oneOf":
    case "notOneOf":
      return { ...filter, values: filter.values.map(value), unit: to };
    default:
      return { ...filter, min: end(filter.min), max: end(filter.max), unit: to };
  }
}
