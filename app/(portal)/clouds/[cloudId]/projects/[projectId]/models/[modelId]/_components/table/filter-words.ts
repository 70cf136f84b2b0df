/*
 * Conditions and values in words, for chips, menus and lists.
 */
import { msg, t } from "#lib/core/texts.ts";
import type { Filter, FilterOp, QueryColumn, ValueToken } from "#lib/elements/query/types.ts";
import { tellBoolean, tellNumber } from "#lib/elements/told-values.ts";
import { cutText } from "#app/_ui/data-table/grid/cell-text.ts";
import { fullNameOf } from "./shown-columns.ts";

/** To be told with `t`. */
export const OP_WORDS: Readonly<Record<FilterOp, string>> = {
  contains: msg("contains"),
  notContains: msg("does not contain"),
  equals: msg("is"),
  notEquals: msg("is not"),
  oneOf: msg("is one of"),
  notOneOf: msg("is none of"),
  between: msg("between"),
  notBetween: msg("not between"),
  missing: msg("has no such property"),
  notMissing: msg("has the property"),
  null: msg("has the property, without a value"),
  notNull: msg("is anything but a property without a value"),
  emptyText: msg("is an empty text"),
  notEmptyText: msg("is anything but an empty text"),
  present: msg("has a value"),
  notPresent: msg("has no value"),
};

const TEXT_OPS: readonly FilterOp[] = ["oneOf", "notOneOf", "contains", "notContains", "equals", "notEquals"];
const NUMBER_OPS: readonly FilterOp[] = ["between", "notBetween", "equals", "notEquals", "oneOf", "notOneOf"];
const STATES: readonly FilterOp[] = ["present", "notPresent", "missing", "notMissing", "null", "emptyText"];

/** The conditions that make sense for a column, the most useful first. */
export function opsOf(column: QueryColumn): readonly FilterOp[] {
  if (column.kind === "none") return [...STATES, ...TEXT_OPS];
  if (column.kind === "boolean") return ["oneOf", "notOneOf", ...STATES];
  if (column.kind === "number") return [...NUMBER_OPS, "contains", ...STATES];
  if (column.kind === "mixed") return [...TEXT_OPS, "between", "notBetween", ...STATES];
  return [...TEXT_OPS, ...STATES];
}

const VALUE_CHARS_MAX = 60;

/** A value as people read it; the ways of not having one are words, values are themselves. */
export function sayValue(value: ValueToken): string {
  switch (value.kind) {
    case "boolean":
      return tellBoolean(value.value);
    case "number":
      return cutText(tellNumber(value.text), VALUE_CHARS_MAX);
    case "empty":
      return t("empty text");
    case "none":
      return t("no value");
    case "missing":
      return t("no such property");
    default:
      return cutText(value.text, VALUE_CHARS_MAX);
  }
}

/** True for values that are words of ours, so that they are not taken for a text of the model. */
export function isState(value: ValueToken): boolean {
  return value.kind === "empty" || value.kind === "none" || value.kind === "missing";
}

/** What stands behind the condition in a chip; "" where the condition says it all. */
export function sayOperand(filter: Filter, unit: string | null): string {
  const measure = unit === null ? "" : ` ${unit}`;
  switch (filter.op) {
    case "contains":
    case "notContains":
      return t("“{quoted}”", { quoted: cutText(filter.text, VALUE_CHARS_MAX) });
    case "equals":
    case "notEquals":
      return sayValue(filter.value);
    case "oneOf":
    case "notOneOf":
      return sayValues(filter.values);
    case "between":
    case "notBetween":
      if (filter.min === null)
        return t("at most {max}{measure}", { max: tellNumber(filter.max ?? ""), measure });
      if (filter.max === null) return t("at least {min}{measure}", { min: tellNumber(filter.min), measure });
      return t("{min} and {max}{measure}", {
        min: tellNumber(filter.min),
        max: tellNumber(filter.max),
        measure,
      });
    default:
      return "";
  }
}

function sayValues(values: readonly ValueToken[]): string {
  if (values.length > 2) return t("{count} values", { count: values.length });
  const [first = "", second] = values.map(sayValue);
  return second === undefined ? first : t("{first} or {second}", { first, second });
}

/** A condition in one line: "FireRating has no value". `columns` by id. */
export function sayFilter(filter: Filter, columns: ReadonlyMap<string, QueryColumn>): string {
  const column = columns.get(filter.column);
  const name = column === undefined ? t("A column that this table does not have") : fullNameOf(column);
  return [name, t(OP_WORDS[filter.op]), sayOperand(filter, column?.unit ?? null)]
    .filter((part) => part !== "")
    .join(" ");
}

/** A value as a key of a list. */
export function keyOf(value: ValueToken): string {
  return JSON.stringify(value);
}
