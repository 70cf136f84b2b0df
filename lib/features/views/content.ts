/**
 * The content of a view: classes, columns, order, filters, sorts and the profile of its exports, with columns named by their set and
 * property, so that it fits other models. Shared with client code: imports nothing but zod and types; never contains ids of columns.
 */
import { z } from "zod";
import {
  FILTER_TEXT_MAX,
  FILTER_VALUES_MAX,
  FILTERS_MAX,
  SORTS_MAX,
  SOURCES_MAX,
  STATE_OPS,
  UNIT_MAX,
} from "#lib/elements/query/types.ts";
import { t } from "#lib/core/texts.ts";

/**
 * Increase it when a stored or exported view gets another meaning. 2: groups of conditions; "has no value" in place of "is empty". 3:
 * conditions state the unit of their numbers.
 */
export const CONTENT_VERSION = 3;
/** Versions that can be read; the schema below accepts each of them. */
export const READABLE_VERSIONS = [1, 2, CONTENT_VERSION] as const;
const COLUMNS_MAX = 2_000;
const NAME_LENGTH_MAX = 1_000;
const INSTANCE_MAX = 1_000_000;
const WIDTH_MIN = 40;
const WIDTH_MAX = 2_000;

const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine(isStorable, { error: () => t("This text has characters that are not allowed.") });

/** PostgreSQL's JSON accepts neither NUL nor half a character. */
function isStorable(value: string): boolean {
  return !value.includes("\0") && value.isWellFormed();
}

const instanceSchema = z.int().min(1).max(INSTANCE_MAX).optional();

/** A column by its name: GlobalId or class (`pseudo`), an attribute (without `set`), or a property of a set. */
const columnNameSchema = z.union([
  z.strictObject({ pseudo: z.enum(["id", "class"]) }),
  z.strictObject({
    set: text(NAME_LENGTH_MAX).optional(),
    /** 2 for the second set of the name at one element; absent for the first. */
    setInstance: instanceSchema,
    property: text(NAME_LENGTH_MAX),
    propertyInstance: instanceSchema,
  }),
]);
export type ColumnName = z.infer<typeof columnNameSchema>;

const valueSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.enum(["text", "list", "object"]), text: text(FILTER_TEXT_MAX) }),
  z.strictObject({
    kind: z.literal("number"),
    text: z
      .string()
      .max(FILTER_TEXT_MAX)
      .regex(/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/, { error: () => t("This is not a number.") }),
  }),
  z.strictObject({ kind: z.literal("boolean"), value: z.boolean() }),
  z.strictObject({ kind: z.enum(["empty", "none", "missing"]) }),
]);
const endSchema = z.number().nullable();
const column = columnNameSchema;
/** Of the condition's numbers; absent: the column's unit, whatever it is. */
const unit = text(UNIT_MAX).min(1).optional();

const filterSchema = z.discriminatedUnion("op", [
  z.strictObject({ column, op: z.enum(["contains", "notContains"]), text: text(FILTER_TEXT_MAX).min(1) }),
  z.strictObject({ column, op: z.enum(["equals", "notEquals"]), value: valueSchema, unit }),
  z.strictObject({
    column,
    op: z.enum(["oneOf", "notOneOf"]),
    values: z.array(valueSchema).min(1).max(FILTER_VALUES_MAX),
    unit,
  }),
  z
    .strictObject({ column, op: z.enum(["between", "notBetween"]), min: endSchema, max: endSchema, unit })
    .refine(({ min, max }) => min !== null || max !== null, {
      error: () => t("A range needs at least one limit."),
    }),
  z.strictObject({ column, op: z.enum(STATE_OPS) }),
  // Version 1 had "is empty", which excluded elements that lack the property.
  z.strictObject({ column, op: z.enum(["empty", "notEmpty"]) }).transform(({ op, ...filter }) => ({
    ...filter,
    op: op === "empty" ? ("notPresent" as const) : ("present" as const),
  })),
]);
export type ViewFilter = z.infer<typeof filterSchema>;

const columnsSchema = z.array(column).max(COLUMNS_MAX);

/** CSV profiles of a view's exports (docs/decisions/0007-csv.md). */
export const VIEW_PROFILES = ["programs", "spreadsheets"] as const;

export const viewContentSchema = z.strictObject({
  ifcClasses: z
    .array(z.string().regex(/^ifc[a-z0-9]{2,80}$/i, { error: () => t("An IFC class name such as IfcDoor.") }))
    .min(1, { error: () => t("A view needs at least one class.") })
    .max(SOURCES_MAX)
    .refine((names) => new Set(names.map((name) => name.toLowerCase())).size === names.length, {
      error: () => t("A class is listed twice."),
    }),
  search: text(FILTER_TEXT_MAX).default(""),
  searchIn: columnsSchema.nullable().default(null),
  /** All must hold. */
  filters: z.array(filterSchema).max(FILTERS_MAX).default([]),
  /** At least one of each group must hold. */
  anyOf: z.array(z.array(filterSchema).min(1).max(FILTERS_MAX)).max(FILTERS_MAX).default([]),
  sorts: z
    .array(z.strictObject({ column, isDescending: z.boolean().default(false) }))
    .max(SORTS_MAX)
    .default([]),
  /** null: all, in the table's own order. */
  columns: columnsSchema.nullable().default(null),
  hidden: columnsSchema.default([]),
  pinned: columnsSchema.default([]),
  widths: z
    .array(z.strictObject({ column, width: z.int().min(WIDTH_MIN).max(WIDTH_MAX) }))
    .max(COLUMNS_MAX)
    .default([]),
  hidesEmpty: z.boolean().default(true),
  profile: z.enum(VIEW_PROFILES).default("programs"),
  /** `OverallHeight [mm]`, where the answer states the unit. */
  unitInHeading: z.boolean().default(false),
});
export type ViewContent = z.infer<typeof viewContentSchema>;

/** The content of a stored row: the view and its version. */
export const storedContentSchema = z
  .strictObject({ version: z.literal(READABLE_VERSIONS), content: viewContentSchema })
  .transform(({ content }) => content);

/** The words for a column: "Pset_DoorCommon: FireRating", "Name", "GlobalId". */
export function columnWords(name: ColumnName): string {
  if ("pseudo" in name) return name.pseudo === "id" ? "GlobalId" : t("Class");
  const numbered = (part: string, instance = 1): string =>
    instance > 1 ? `${part} (${String(instance)})` : part;
  const property = numbered(name.property, name.propertyInstance);
  return name.set === undefined ? property : `${numbered(name.set, name.setInstance)}: ${property}`;
}
