/*
 * A condition while it is being typed, and what becomes of it. Pure.
 */
import { t } from "#lib/core/texts.ts";
import { decimalOf } from "#lib/elements/query/decimal.ts";
import type { Filter, FilterOp, QueryColumn, ValueToken } from "#lib/elements/query/types.ts";

/** Every field that any condition has, so that nothing typed is lost when another one is chosen. */
export type FilterDraft = {
  column: string;
  op: FilterOp;
  text: string;
  min: string;
  max: string;
  values: readonly ValueToken[];
};

/** The draft from which a condition can be changed. */
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
        text:
          filter.value.kind === "boolean"
            ? String(filter.value.value)
            : "text" in filter.value
              ? filter.value.text
              : "",
      };
    case "oneOf":
    case "notOneOf":
      return { ...draft, values: filter.values };
    case "between":
    case "notBetween":
      return {
        ...draft,
        min: filter.min === null ? "" : String(filter.min),
        max: filter.max === null ? "" : String(filter.max),
      };
    default:
      return draft;
  }
}

/** The condition, or what is still missing in it. */
export function makeFilter(
  draft: FilterDraft,
  column: QueryColumn,
): { ok: true; filter: Filter } | { ok: false; error: string } {
  const head = { column: column.id };
  switch (draft.op) {
    case "contains":
    case "notContains":
      return draft.text === ""
        ? { ok: false, error: t("Type what to look for.") }
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
    const typed = plainNumber(text);
    return typed === null
      ? { ok: false, error: t("“{typed}” is not a number.", { typed: text }) }
      : made({ kind: "number", text: typed });
  }
  if (column.kind === "boolean" && (text === "true" || text === "false"))
    return made({ kind: "boolean", value: text === "true" });
  return made(text === "" ? { kind: "empty" } : { kind: "text", text });
}

function makeBetween(
  { min, max }: FilterDraft,
  op: "between" | "notBetween",
  column: string,
): { ok: true; filter: Filter } | { ok: false; error: string } {
  if (min.trim() === "" && max.trim() === "") return { ok: false, error: t("Give at least one end.") };
  const ends: (number | null)[] = [];
  for (const text of [min, max]) {
    const typed = text.trim() === "" ? null : plainNumber(text);
    if (typed === null && text.trim() !== "")
      return { ok: false, error: t("“{typed}” is not a number.", { typed: text }) };
    ends.push(typed === null ? null : Number(typed));
  }
  const [from = null, to = null] = ends;
  if (from !== null && to !== null && from > to)
    return {
      ok: false,
      error: t("{from} is more than {to}: the range would be empty.", { from: String(from), to: String(to) }),
    };
  return { ok: true, filter: { column, op, min: from, max: to } };
}

/** What a person types as a number: a decimal comma is taken for a point, thin spaces are passed over. */
function plainNumber(text: string): string | null {
  const plain = text.trim().replaceAll(/[\s\u00a0\u2009\u202f]/g, "");
  const pointed = plain.includes(".") ? plain : plain.replace(",", ".");
  return decimalOf(pointed) === null ? null : pointed;
}
