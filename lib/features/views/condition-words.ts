/**
 * Conditions and values in words, for pages and files. Pure and shared with client code.
 */
import { msg, t } from "#lib/core/texts.ts";
import type { Filter, FilterOp, ValueToken } from "#lib/elements/query/types.ts";
import { tellBoolean, tellNumber } from "#lib/elements/told-values.ts";
import type { ViewFilter } from "./content.ts";

/** Translated with `t` where shown. */
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

/** The verb of a condition. A range that is open at one end is not "between": "is at least 0.9 m". */
export function tellOp(filter: Filter | ViewFilter): string {
  const isOpen = "min" in filter && (filter.min === null || filter.max === null);
  if (!isOpen) return t(OP_WORDS[filter.op]);
  return t(OP_WORDS[filter.op === "between" ? "equals" : "notEquals"]);
}

/** How much of an operand is shown. */
export type OperandLimits = {
  /** Shortens a text. */
  readonly cut: (text: string) => string;
  /** Longer lists of values are counted instead of named. */
  readonly valuesMax: number;
};

/** A value as people read it; kinds of "no value" become words. */
export function tellValue(value: ValueToken, cut: OperandLimits["cut"]): string {
  switch (value.kind) {
    case "boolean":
      return tellBoolean(value.value);
    case "number":
      return cut(tellNumber(value.text));
    case "empty":
      return t("empty text");
    case "none":
      return t("no value");
    case "missing":
      return t("no such property");
    default:
      return cut(value.text);
  }
}

/**
 * The operand that follows the verb; "" where there is none.
 * @param unit of the column, for conditions that name none; null: none is stated
 */
export function tellOperand(filter: Filter | ViewFilter, unit: string | null, limits: OperandLimits): string {
  const own = "unit" in filter ? (filter.unit ?? unit) : unit;
  const measure = own === null ? "" : ` ${own}`;
  switch (filter.op) {
    case "contains":
    case "notContains":
      return t("“{quoted}”", { quoted: limits.cut(filter.text) });
    case "equals":
    case "notEquals":
      return tellValue(filter.value, limits.cut);
    case "oneOf":
    case "notOneOf":
      return tellValues(filter.values, limits);
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

/** Where a model states no unit. */
const NOT_STATED = "stated";

/**
 * A condition that a model cannot meet, for programs: "Pset_DoorCommon: FireRating notPresent", "OverallWidth between [m, not mm²]".
 * @param units where the numbers cannot be converted to the model's unit
 */
export function writeAbsentCondition(
  column: string,
  op: FilterOp,
  units?: { asked: string; stated: string | null },
): string {
  return `${column} ${op}${units === undefined ? "" : ` [${units.asked}, not ${units.stated ?? NOT_STATED}]`}`;
}

/** The same for people: "Pset_DoorCommon: FireRating has no value". */
export function tellAbsentCondition(written: string): string {
  const [condition, unit] = written.endsWith("]") ? splitAtLast(written.slice(0, -1), " [") : [written];
  const [column, op = ""] = splitAtLast(condition, " ");
  const words: Readonly<Record<string, string>> = OP_WORDS;
  const verb = words[op];
  if (verb === undefined) return written;
  const told = `${column} ${t(verb)}`;
  if (unit === undefined) return told;
  const [asked, stated = ""] = splitAtLast(unit, ", not ");
  return stated === NOT_STATED
    ? t("{condition} (in {asked}; the model states no unit)", { condition: told, asked })
    : t("{condition} (in {asked}; the model has {stated})", { condition: told, asked, stated });
}

/** Before and behind the last separator; only the whole text where there is none. */
function splitAtLast(text: string, separator: string): [string, string?] {
  const at = text.lastIndexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}

function tellValues(values: readonly ValueToken[], { cut, valuesMax }: OperandLimits): string {
  if (values.length > valuesMax) return t("{count} values", { count: values.length });
  const told = values.map((value) => tellValue(value, cut));
  const last = told.pop() ?? "";
  return told.length === 0 ? last : t("{first} or {second}", { first: told.join(", "), second: last });
}
