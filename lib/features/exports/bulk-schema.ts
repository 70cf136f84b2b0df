/**
 * Bulk runs: many models exported at once, one file per model or one table of all models, offered as one archive. Shared with client code:
 * imports nothing of Node. A bulk run's state follows from its parts, which are ordinary export runs.
 */
import { z } from "zod";
import { EXPORT_PROFILES } from "#lib/elements/files/options.ts";
import { SOURCES_MAX } from "#lib/elements/query/types.ts";
import { classNameSchema } from "#lib/features/elements/schema.ts";
import { contentTextSchema } from "#lib/features/views/schema.ts";
import { t } from "#lib/core/texts.ts";
import { optionsTextSchema } from "./schema.ts";

/** Models, and so files, of one bulk run. */
export const BULK_MODELS_MAX = 1_000;
/** Projects whose models are requested when a whole Cloud is exported. */
export const BULK_PROJECTS_MAX = 200;

/** One file per model, or one table. */
export const BULK_FORMS = ["files", "table"] as const;
export type BulkForm = (typeof BULK_FORMS)[number];

/** When a format would lose something: write the file and name the loss, or write no file. */
export const ON_LOSS = ["write", "stop"] as const;

/** A field that a form sends once, or once per ticked box. */
const many = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((value) => (value === undefined ? [] : typeof value === "string" ? [value] : value));

/** Class names as typed, separated by commas or spaces. */
export const bulkClassesSchema = z
  .string()
  .max(1_000)
  .transform((text) => [...new Set(text.split(/[\s,;]+/).filter((name) => name !== ""))])
  .pipe(
    z.array(classNameSchema).max(SOURCES_MAX, {
      error: () => t("Name at most {max} classes.", { max: SOURCES_MAX }),
    }),
  );

export const startBulkSchema = z
  .strictObject({
    /** Made with the form, so that a form sent twice is one run. */
    key: z.guid(),
    cloudId: z.guid(),
    /** Absent or empty: the whole Cloud. */
    projectId: z.union([z.guid(), z.literal("")]).optional(),
    /** `all`: every model of the project or Cloud; `chosen`: those of `models`. */
    which: z.enum(["all", "chosen"]),
    /** The service's ids of the project's models. */
    models: many.pipe(z.array(z.string().regex(/^[1-9]\d{0,15}$/)).max(BULK_MODELS_MAX)),
    /** Class names, separated by commas or spaces; with a view, the view's classes apply instead. */
    classes: bulkClassesSchema.default([]),
    /** A saved view, by its id; absent or empty: all columns and rows of the classes. */
    view: z.union([z.string().max(100), z.literal("")]).optional(),
    /** An unsaved view that a table shows, as JSON text; takes precedence over `view`. */
    content: contentTextSchema.optional(),
    profile: z.enum(EXPORT_PROFILES),
    /** As JSON text; absent: the plain file of the profile. */
    options: optionsTextSchema.optional(),
    onLoss: z.enum(ON_LOSS).default("write"),
    /** `files`: one per model; `table`: all elements in one file, with columns that say where each comes from. */
    form: z.enum(BULK_FORMS).default("files"),
  })
  .refine(({ which, models }) => which === "all" || models.length > 0, {
    path: ["models"],
    error: () => t("Choose at least one model."),
  })
  .refine(({ classes, view = "", content }) => classes.length > 0 || view !== "" || content !== undefined, {
    path: ["classes"],
    error: () => t("Name at least one IFC class, such as IfcDoor."),
  })
  .refine(({ which, projectId }) => which === "all" || (projectId !== undefined && projectId !== ""), {
    path: ["models"],
    error: () => t("Models are chosen within a project."),
  });
export type StartBulkInput = z.output<typeof startBulkSchema>;

export const repeatBulkSchema = z.strictObject({ key: z.guid(), bulkId: z.guid() });

/** Models without a file: not ready, not found, or their project could not be read (then without a model). */
export const leftOutSchema = z.array(
  z.object({
    projectName: z.string(),
    modelId: z.number().nullable(),
    modelName: z.string().nullable(),
    reason: z.string(),
    /** False: the model was not ready, so nobody could choose it. A run over all models asks for every one. */
    asked: z
      .boolean()
      // Earlier runs stored only models that were asked for.
      .default(true),
  }),
);
export type LeftOut = z.output<typeof leftOutSchema>[number];

/** `partly`: ended with some of its files; `failed`: ended with none. */
export type BulkState = "running" | "done" | "partly" | "failed" | "cancelled";
