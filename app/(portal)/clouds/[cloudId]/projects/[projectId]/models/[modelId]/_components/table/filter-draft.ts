/* A condition while it is being typed, and its conversion. Pure. */
import { t } from "#lib/core/texts.ts";
import { tellBoolean, tellNumber } from "#lib/elements/told-values.ts";
import type { Filter, FilterOp, QueryColumn, ValueToken } from "#lib/elements/query/types.ts";
import { fitsDouble } from "#lib/elements/query/decimal.ts";
import { readTypedNumber } from "./typed-number.ts";

/** The fields of all conditions, so that no input is lost when another one is chosen. */
export type FilterDraft = {
  column: string;
  op: FilterOp;
  text: string;
  min: string;
  max: string;
  values: readonly ValueToken[];
};

/** The draft for editing a condition. */
export function readDraft(filter: Filter): FilterDraft {
  const draft: FilterDraft = { column: filter.column, op: filter.op, text: "", min: "", max: "", values: [] };
  switch (filter.op) {
    case "contains":
    case "notContains":
      return { ...draft, text: filter.text };
    case "equals":
    case "notEquals":
      return {
        ...draft,
        text: typedOf(filter.value),
      };
    case "oneOf":
    case "notOneOf":
      return { ...draft, values: filter.values };
    case "between":
    case "notBetween":
      return {
        ...draft,
        min: filter.min === null ? "" : tellNumber(filter.min),
        max: filter.max === null ? "" : tellNumber(filter.max),
      };
    default:
      return draft;
  }
}

/** A value as a person would type it. */
function typedOf(value: ValueToken): string {
  if (value.kind === "boolean") return tellBoolean(value.value);
  if (value.kind === "number") return tellNumber(value.text);
  return "text" in value ? value.text : "";
}

/** The condition, or what is still missing. */
export function makeFilter(
  draft: FilterDraft,
  column: QueryColumn,
): { ok: true; filter: Filter } | { ok: false; error: string } {
  const head = { column: column.id };
  switch (draft.op) {
    case "contains":
    case "notContains":
      return draft.text === ""
        ? { ok: false, error: t("Type a search text.") }
        : { ok: true, filter: { ...head, op: draft.op, text: draft.text } };
    case "equals":
    case "notEquals":
      return makeEquals(draft, draft.op, column);
    case "oneOf":
    case "notOneOf":
      return draft.values.length === 0
        ? { ok: false, error: t("Choose at least one value.") }
        : { ok: true, filter: { ...head, op: draft.op, values: draft.values } };
    case "between":
    case "notBetween":
      return makeBetween(draft, draft.op, column.id);
    default:
      return { ok: true, filter: { ...head, op: draft.op } };
  }
}

function makeEquals(
  { text }: FilterDraft,
  op: "equals" | "notEquals",
  column: QueryColumn,
): { ok: true; filter: Filter } | { ok: false; error: string } {
  const made = (value: ValueToken): { ok: true; filter: Filter } => ({
    ok: true,
    filter: { column: column.id, op, value },
  });
  if (column.kind === "number") {
    const typed = readTypedNumber(text);
    return typed.ok ? made({ kind: "number", text: typed.text }) : typed;
  }
  if (column.kind === "boolean") {
    const value = [true, false].find((one) => text === tellBoolean(one) || text === String(one));
    if (value !== undefined) return made({ kind: "boolean", value });
  }
  return made(text === "" ? { kind: "empty" } : { kind: "text", text });
}

function makeBetween(
  { min, max }: FilterDraft,
  op: "between" | "notBetween",
  column: string,
): { ok: true; filter: Filter } | { ok: false; error: string } {
  if (min.trim() === "" && max.trim() === "") return { ok: false, error: t("Enter at least one limit.") };
  const ends: (number | null)[] = [];
  for (const text of [min, max]) {
    const typed = text.trim() === "" ? null : readTypedNumber(text);
    if (typed?.ok === false) return typed;
    if (typed !== null && !fitsDouble(typed.text))
      return {
        ok: false,
        error: t("{number} has too many digits for a range. Choose “is”, which compares all of them.", {
          number: tellNumber(typed.text),
        }),
      };
    ends.push(typed === null ? null : Number(typed.text));
  }
  const [from = null, to = null] = ends;
  if (from !== null && to !== null && from > to)
    return {
      ok: false,
      error: t("{from} is more than {to}: the range would be empty.", {
        from: tellNumber(from),
        to: tellNumber(to),
      }),
    };
  return { ok: true, filter: { column, op, min: from, max: to } };
}
