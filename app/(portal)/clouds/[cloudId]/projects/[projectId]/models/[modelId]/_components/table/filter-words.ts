/* Conditions and values for chips, menus and lists: long texts are cut, many values counted. */
import { t } from "#lib/core/texts.ts";
import type { Filter, FilterOp, QueryColumn, ValueToken } from "#lib/elements/query/types.ts";
import { tellOp, tellOperand, tellValue } from "#lib/features/views/condition-words.ts";
import { cutText } from "#app/_ui/data-table/grid/cell-text.ts";
import { fullNameOf, groupOf, nameOf } from "./shown-columns.ts";

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
const VALUES_MAX = 2;

const cut = (text: string): string => cutText(text, VALUE_CHARS_MAX);

/** A long text without its middle: sets begin alike, and properties end differently. Never splits a character. */
export function shortenMiddle(text: string, charsMax: number): string {
  const characters = Array.from(text);
  if (characters.length <= charsMax) return text;
  const end = Math.floor((charsMax - 1) / 2);
  const start = charsMax - 1 - end;
  return `${characters.slice(0, start).join("").trimEnd()}…${characters.slice(-end).join("").trimStart()}`;
}

/** A set gives way to its property, which is what people look for. */
const SET_CHARS_MAX = 16;
const PROPERTY_CHARS_MAX = 60;

/** A column in a chip: the whole property, and the beginning and end of its set only where the table has the property in several. */
export function chipNameOf(column: QueryColumn, columns: ReadonlyMap<string, QueryColumn>): string {
  const name = nameOf(column);
  const property = shortenMiddle(name, PROPERTY_CHARS_MAX);
  const isAlone = ![...columns.values()].some((other) => other.id !== column.id && nameOf(other) === name);
  return column.origin !== "set" || isAlone
    ? property
    : `${shortenMiddle(groupOf(column), SET_CHARS_MAX)}: ${property}`;
}

/** A value as people read it; kinds of "no value" become words. */
export function sayValue(value: ValueToken): string {
  return tellValue(value, cut);
}

/** True for values shown as Portico's words, which must not look like a text of the model. */
export function isState(value: ValueToken): boolean {
  return value.kind === "empty" || value.kind === "none" || value.kind === "missing";
}

/** The operand after the condition in a chip; "" where there is none. */
export function sayOperand(filter: Filter, unit: string | null): string {
  return tellOperand(filter, unit, { cut, valuesMax: VALUES_MAX });
}

/** A condition in one line: "FireRating has no value". `columns` by id. */
export function sayFilter(filter: Filter, columns: ReadonlyMap<string, QueryColumn>): string {
  const column = columns.get(filter.column);
  const name = column === undefined ? t("A column that this table does not have") : fullNameOf(column);
  return [name, tellOp(filter), sayOperand(filter, column?.unit ?? null)]
    .filter((part) => part !== "")
    .join(" ");
}

/** A value as a key of a list. */
export function keyOf(value: ValueToken): string {
  return JSON.stringify(value);
}
