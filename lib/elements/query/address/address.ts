/*
 * Reads a table's view from an address. Any input gives a view; parameters that could not be used are named. Only the form of column ids is
 * checked here; whoever answers the query checks whether the table has them. `view-address.ts` writes the addresses.
 *
 *   q text · in ids · s ids, "-" in front for descending · f filter, repeatable · any filters of which one must hold, as a JSON list,
 *   repeatable · cols, hide, pin ids · w id~pixels · empty=show
 *   A list is joined with "."; a filter is id.op, then its values, each a letter for the kind and the text, "." and "!" in it escaped;
 *   and last "u" with the unit of its numbers. A range is min~max, or min~max~u and the unit.
 */
import { z } from "zod";
import { parsedJson } from "#lib/core/json-text.ts";
import { t } from "#lib/core/texts.ts";
import { decimalOf, fitsDouble } from "../decimal.ts";
import {
  CLASS_COLUMN,
  FILTER_TEXT_MAX,
  FILTER_VALUES_MAX,
  FILTERS_MAX,
  ID_COLUMN,
  SORTS_MAX,
  STATE_OPS,
  UNIT_MAX,
  type Filter,
  type Sort,
  type TableView,
  type ValueToken,
} from "../types.ts";
import { parseNamedColumn, resolveView, type AskedColumn } from "./named-column.ts";
import { DEFAULT_VIEW } from "./view-address.ts";

/** The most characters of all parameters of a view together; servers and proxies cut or refuse longer addresses. */
export const ADDRESS_MAX = 8_192;
const COLUMN_IDS_MAX = 2_000;
const NAMED_ID_MAX = 6_000;
const WIDTH_MIN = 40;
const WIDTH_MAX = 2_000;

/** Either a table's short id, or an id that holds the property's name (named-column.ts). */
export const columnIdSchema = z
  .string()
  .regex(/^c[A-Za-z0-9_-]{8,43}$/)
  .or(z.literal([ID_COLUMN, CLASS_COLUMN]))
  .or(
    z
      .string()
      .max(NAMED_ID_MAX)
      .refine((id) => parseNamedColumn(id) !== null),
  );
const listSchema = z.string().transform((text) => (text === "" ? [] : text.split(".")));
const idsSchema = listSchema
  .pipe(z.array(columnIdSchema).max(COLUMN_IDS_MAX))
  .transform((ids) => [...new Set(ids)]);
const textSchema = z.string().max(FILTER_TEXT_MAX);
const sortSchema = z
  .string()
  .transform((text): Sort => ({ column: text.replace(/^-/, ""), isDescending: text.startsWith("-") }))
  .refine(({ column }) => columnIdSchema.safeParse(column).success);
const sortsSchema = listSchema
  .pipe(z.array(sortSchema).max(SORTS_MAX))
  .refine((sorts) => new Set(sorts.map((sort) => sort.column)).size === sorts.length);
const widthSchema = z
  .string()
  .regex(/~\d{2,4}$/)
  .transform((text) => ({ id: text.replace(/~\d+$/, ""), width: Number(/(?<!\d)\d+$/.exec(text)?.[0]) }))
  .pipe(z.object({ id: columnIdSchema, width: z.number().int().min(WIDTH_MIN).max(WIDTH_MAX) }));
const widthsSchema = listSchema
  .pipe(z.array(widthSchema).max(COLUMN_IDS_MAX))
  .transform((entries): ReadonlyMap<string, number> => new Map(entries.map(({ id, width }) => [id, width])));
const filterSchema = z.string().transform((text, context) => {
  const filter = parseFilter(text);
  if (filter === null) context.addIssue({ code: "custom", message: t("no filter") });
  return filter ?? z.NEVER;
});

const groupSchema = z
  .string()
  .transform(parsedJson(() => t("no filter")))
  .pipe(z.array(filterSchema).min(1).max(FILTERS_MAX));

/** Reads a view that was stored as the query of its address, for a table. @param query null: all rows and columns */
export function readKeptView(query: string | null, columns: readonly AskedColumn[]): TableView | null {
  if (query === null) return null;
  const { view } = readView(new URLSearchParams(query));
  return resolveView(view, columns);
}

/**
 * Reads the parameters of an address (as Next or URLSearchParams give them); never throws.
 * @returns `ignored`: names of parameters that were not fully usable, for one sentence to the person
 */
export function readView(params: unknown): { view: TableView; ignored: readonly string[] } {
  const ignored = new Set<string>();
  const given = stringsOf(params);
  let length = 0;
  for (const values of given.values()) for (const value of values) length += value?.length ?? 0;
  if (length > ADDRESS_MAX) return { view: DEFAULT_VIEW, ignored: [...given.keys()] };
  const one = <T>(name: string, schema: z.ZodType<T>, otherwise: T): T => {
    const values = given.get(name);
    if (values === undefined) return otherwise;
    const parsed = values.length === 1 ? schema.safeParse(values[0]) : undefined;
    if (parsed?.success === true) return parsed.data;
    ignored.add(name);
    return otherwise;
  };
  let room = FILTERS_MAX;
  const many = <T>(name: string, schema: z.ZodType<T>, sizeOf: (value: T) => number): T[] => {
    const found: T[] = [];
    for (const text of given.get(name) ?? []) {
      const parsed = schema.safeParse(text);
      if (parsed.success && sizeOf(parsed.data) <= room) {
        found.push(parsed.data);
        room -= sizeOf(parsed.data);
      } else ignored.add(name);
    }
    return found;
  };
  const filters = many("f", filterSchema, () => 1);
  const anyOf = many("any", groupSchema, (group) => group.length);
  const view: TableView = {
    search: one("q", textSchema, DEFAULT_VIEW.search),
    searchIn: one<readonly string[] | null>("in", idsSchema, null),
    filters,
    anyOf,
    sorts: one<readonly Sort[]>("s", sortsSchema, []),
    columns: one<readonly string[] | null>("cols", idsSchema, null),
    hidden: one<readonly string[]>("hide", idsSchema, []),
    pinned: one<readonly string[]>("pin", idsSchema, []),
    widths: one("w", widthsSchema, DEFAULT_VIEW.widths),
    hidesEmpty: one("empty", z.literal("show"), null) === null,
  };
  return { view, ignored: [...ignored] };
}

const NAMES = ["q", "in", "s", "f", "any", "cols", "hide", "pin", "w", "empty"] as const;

/** The view's parameters, each as a list; null: a value that is not a text and cannot be used. */
function stringsOf(params: unknown): Map<string, readonly (string | null)[]> {
  const strings = new Map<string, readonly (string | null)[]>();
  for (const name of NAMES) {
    const found: unknown =
      params instanceof URLSearchParams
        ? params.getAll(name)
        : typeof params === "object" && params !== null && Object.hasOwn(params, name)
          ? Reflect.get(params, name)
          : undefined;
    if (found === undefined) continue;
    const list: unknown[] = Array.isArray(found) ? found : [found];
    if (list.length > 0)
      strings.set(
        name,
        list.map((entry) => (typeof entry === "string" ? entry : null)),
      );
  }
  return strings;
}

/** Reads one filter; null when the text is not a filter. */
export function parseFilter(text: string): Filter | null {
  const match = /^([A-Za-z0-9_-]+)\.([a-zA-Z]+)(?:\.([^]*))?$/.exec(text);
  const column = columnIdSchema.safeParse(match?.[1]);
  if (!match || !column.success) return null;
  const [op, rest] = [match[2], match[3]];
  const head = { column: column.data };
  switch (op) {
    case "contains":
    case "notContains":
      return rest !== undefined && rest !== "" && rest.length <= FILTER_TEXT_MAX
        ? { ...head, op, text: rest }
        : null;
    case "equals":
    case "notEquals": {
      const { values, unit } = parseValues(rest);
      const [value, ...others] = values ?? [];
      return value === undefined || others.length > 0 ? null : { ...head, op, value, ...unit };
    }
    case "oneOf":
    case "notOneOf": {
      const { values, unit } = parseValues(rest);
      return values === null || values.length > FILTER_VALUES_MAX ? null : { ...head, op, values, ...unit };
    }
    case "between":
    case "notBetween":
      return parseBetween(head.column, op, rest);
    default: {
      const state = STATE_OPS.find((known) => known === (FORMER_OPS.get(op ?? "") ?? op));
      return rest === undefined && state !== undefined ? { ...head, op: state } : null;
    }
  }
}

/** Operators in older links: "is empty" did not match elements without the property. */
const FORMER_OPS: ReadonlyMap<string, "notPresent" | "present"> = new Map([
  ["empty", "notPresent"],
  ["notEmpty", "present"],
]);

function parseBetween(column: string, op: "between" | "notBetween", rest: string | undefined): Filter | null {
  const [from, to, ...last] = (rest ?? "").split("~");
  if (from === undefined || to === undefined || (from === "" && to === "")) return null;
  const [min, max] = [from, to].map((end) => (end === "" ? null : finiteNumber(end)));
  if (min === undefined || max === undefined || Number.isNaN(min) || Number.isNaN(max)) return null;
  if (last.length === 0) return { column, op, min, max };
  const [mark, unit] = [last[0]?.[0], last.join("~").slice(1)];
  return mark !== "u" || unit === "" || unit.length > UNIT_MAX ? null : { column, op, min, max, unit };
}

/** The values and the unit after them; null if any value is invalid. */
function parseValues(rest: string | undefined): { values: ValueToken[] | null; unit: { unit?: string } } {
  const tokens = (rest ?? "").split(".");
  const last = tokens.at(-1) ?? "";
  const unit = tokens.length > 1 && last.startsWith("u") ? unescapeText(last.slice(1)) : null;
  const values = (unit === null ? tokens : tokens.slice(0, -1)).map(parseToken);
  const sound = values.filter((value) => value !== null);
  const isSound = sound.length === values.length && unit !== "" && (unit?.length ?? 0) <= UNIT_MAX;
  return { values: isSound ? sound : null, unit: unit === null ? {} : { unit } };
}

/** Unescapes a text; null if the escapes are invalid. */
function unescapeText(escaped: string): string | null {
  const isSound = !escaped.includes(".") && !escaped.replaceAll(/![!-]/g, "").includes("!");
  if (!isSound || escaped.length > 2 * FILTER_TEXT_MAX) return null;
  const text = escaped.replaceAll(/!([!-])/g, (_, mark: string) => (mark === "!" ? "!" : "."));
  return text.length > FILTER_TEXT_MAX ? null : text;
}

function finiteNumber(text: string): number {
  // A rounded end would be another condition.
  const value = decimalOf(text) === null || !fitsDouble(text) ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : Number.NaN;
}

function parseToken(token: string): ValueToken | null {
  const letter = token[0];
  const text = unescapeText(token.slice(1));
  if (text === null) return null;
  switch (letter) {
    case "t":
      return text === "" ? { kind: "empty" } : { kind: "text", text };
    case "n":
      return decimalOf(text) === null ? null : { kind: "number", text };
    case "l":
      return { kind: "list", text };
    case "o":
      return { kind: "object", text };
    case "b":
      return text === "1" || text === "0" ? { kind: "boolean", value: text === "1" } : null;
    case "e":
      return text === "" ? { kind: "empty" } : null;
    case "v":
      return text === "" ? { kind: "none" } : null;
    case "m":
      return text === "" ? { kind: "missing" } : null;
    default:
      return null;
  }
}
