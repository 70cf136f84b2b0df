/**
 * Writes a table's view into an address, in the form that `address.ts` describes and reads. It is a separate file because every table
 * writes its address in the browser but few read one: it imports only types.ts, and validates nothing.
 */
import { EVERYTHING, type Filter, type InUnit, type TableView, type ValueToken } from "../types.ts";

export const DEFAULT_VIEW: TableView = {
  ...EVERYTHING,
  columns: null,
  hidden: [],
  pinned: [],
  widths: new Map(),
  hidesEmpty: true,
};

/** The parameters of a view, without those that have their default; `readView` gives an equal view. */
export function writeView(view: TableView): URLSearchParams {
  const params = new URLSearchParams();
  if (view.search !== "") params.set("q", view.search);
  if (view.searchIn !== null) params.set("in", view.searchIn.join("."));
  if (view.sorts.length > 0)
    params.set(
      "s",
      view.sorts.map(({ column, isDescending }) => (isDescending ? "-" : "") + column).join("."),
    );
  for (const filter of view.filters) params.append("f", formatFilter(filter));
  for (const group of view.anyOf) params.append("any", JSON.stringify(group.map(formatFilter)));
  if (view.columns !== null) params.set("cols", view.columns.join("."));
  if (view.hidden.length > 0) params.set("hide", view.hidden.join("."));
  if (view.pinned.length > 0) params.set("pin", view.pinned.join("."));
  if (view.widths.size > 0)
    params.set("w", [...view.widths].map(([id, width]) => `${id}~${String(width)}`).join("."));
  if (!view.hidesEmpty) params.set("empty", "show");
  return params;
}

/** One filter in the form of an address. */
export function formatFilter(filter: Filter): string {
  const head = `${filter.column}.${filter.op}`;
  switch (filter.op) {
    case "contains":
    case "notContains":
      return `${head}.${filter.text}`;
    case "equals":
    case "notEquals":
      return [head, formatToken(filter.value), ...formatUnit(filter)].join(".");
    case "oneOf":
    case "notOneOf":
      return [head, ...filter.values.map(formatToken), ...formatUnit(filter)].join(".");
    case "between":
    case "notBetween":
      return `${head}.${[filter.min ?? "", filter.max ?? "", ...(filter.unit === undefined ? [] : [`u${filter.unit}`])].join("~")}`;
    default:
      return head;
  }
}

const LETTERS = {
  text: "t",
  number: "n",
  list: "l",
  object: "o",
  empty: "e",
  none: "v",
  missing: "m",
} as const;

function formatToken(value: ValueToken): string {
  if (value.kind === "boolean") return value.value ? "b1" : "b0";
  return LETTERS[value.kind] + escape("text" in value ? value.text : "");
}

function formatUnit({ unit }: InUnit): string[] {
  return unit === undefined ? [] : [`u${escape(unit)}`];
}

const escape = (text: string): string => text.replaceAll("!", "!!").replaceAll(".", "!-");
