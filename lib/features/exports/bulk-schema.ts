/**
 * Bulk runs: many models exported at once, one file per model or one table of all models, offered as one archive. Shared with client code:
 * imports nothing of Node. A bulk run's state follows from its parts, which are ordinary export runs.
 */
import { z } from "zod";
import { EXPORT_PROFILES, type ExportProfile } from "#lib/elements/files/options.ts";
import type { ExportFacts } from "#lib/elements/files/forecast/facts.ts";
import { SOURCES_MAX } from "#lib/elements/query/types.ts";
import { classNameSchema } from "#lib/features/elements/schema.ts";
import { contentTextSchema } from "#lib/features/views/schema.ts";
import { told, type Sentence } from "#lib/core/language/kept-texts.ts";
import { t } from "#lib/core/texts.ts";
import { optionsTextSchema, type ExportCloud } from "./schema.ts";
import type { ExportStateName } from "#lib/core/export-states.ts";

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

export const bulkIdSchema = z.guid();

/** A model without a file: not ready, not found, or its project could not be read (then without a model). */
export type LeftOut = {
  projectName: string;
  modelId: number | null;
  modelName: string | null;
  reason: string;
  /** False: the model was not ready, so nobody could choose it. A run over all models asks for every one. */
  asked: boolean;
};

export const leftOutSchema = z.array(
  z.object({
    projectName: z.string(),
    modelId: z.number().nullable(),
    modelName: z.string().nullable(),
    reason: z.string(),
    // Earlier runs stored only models that were asked for.
    asked: z.boolean().default(true),
  }),
);

/** `partly`: ended with some of its files; `failed`: ended with none. */
export type BulkState = "running" | "done" | "partly" | "failed" | "cancelled";

/** One table over several models: its current step, and its progress. */
export type TableStep = {
  state: ExportStateName;
  /** In READING elements read, in WRITING rows written, in VERIFYING rows compared. */
  rowsDone: number;
  rowsTotal: number | null;
  /** Size of the file; the size so far while it is being written. */
  bytes: number;
  secondsLeft: number | null;
};

export type BulkRunView = {
  id: string;
  state: BulkState;
  cloud: ExportCloud;
  /** null: the whole Cloud. */
  project: { id: string; name: string } | null;
  classes: readonly string[];
  profile: ExportProfile;
  /** Name of the view that its files show; null: all columns and rows of the classes. */
  viewName: string | null;
  /** Progress of the one table; null where each model has its own file. */
  table: TableStep | null;
  /** Models asked for, including those left out. */
  models: number;
  /** Models with a finished file; for one table, models read so far. */
  modelsDone: number;
  modelsFailed: number;
  /** The part in progress; null when there is none. */
  current: { modelName: string; rowsDone: number } | null;
  rows: number;
  /** Size of all files together, before packing. */
  bytes: number;
  /** The first failures, each with its reason. */
  failures: readonly { modelName: string; reason: Sentence }[];
  /** Models asked for that were left out. */
  leftOut: readonly LeftOut[];
  /** Models that could not be chosen because they had failed or were still in process. */
  notReady: readonly LeftOut[];
  /** Files for which the forecast found losses: how many, and the first of them. */
  lossyFiles: number;
  losses: readonly { modelName: string; titles: readonly string[] }[];
  /** Files without something that the view names: how many, and for the first of them which columns and conditions of which model. */
  lackingFiles: number;
  lacking: readonly { modelName: string; columns: readonly string[]; conditions: readonly string[] }[];
  /** The archive can be downloaded now. */
  hasArchive: boolean;
  /** When the first of its files, and with it the archive, is removed; null where there is none. */
  archiveUntil: string | null;
  fileName: string;
  reference: string;
  actorName: string;
  cancelledBy: string | null;
  canCancel: boolean;
  createdAt: string;
  endedAt: string | null;
};

/** What is known about the models of a bulk run before it starts. */
export type BulkFacts = {
  /** Models chosen; null: all that the service has, not counted yet. */
  asked: number | null;
  /** Models with stored readings of all their classes, and how many of these were examined. */
  read: number;
  seen: number;
  /** Rows of the examined models. */
  rows: number;
  /** null where no readings are stored. */
  facts: ExportFacts | null;
};

/** "19 of 20 models, 1 failed: Blok C (…)": the result of a bulk run, always with what is missing. */
export function bulkSummary(
  run: Pick<
    BulkRunView,
    "models" | "modelsDone" | "modelsFailed" | "failures" | "leftOut" | "notReady" | "table"
  >,
): string {
  const { models, modelsDone, modelsFailed, failures, leftOut, notReady, table } = run;
  const words = [
    t("{done} of {models} {models, plural, one {model} other {models}}", { done: modelsDone, models }),
  ];
  const [failure] = failures;
  if (modelsFailed > 0 && table !== null)
    words.push(
      t("no table: {reason}", {
        reason: failure === undefined ? t("no reason was recorded") : told(failure.reason),
      }),
    );
  else if (modelsFailed > 0)
    words.push(
      failure === undefined
        ? t("{count} failed", { count: modelsFailed })
        : t("{count} failed: {model} ({reason})", {
            count: modelsFailed,
            model: failure.modelName,
            reason: told(failure.reason),
          }),
    );
  const [left] = leftOut;
  if (left !== undefined)
    words.push(
      t("{count} left out: {model} ({reason})", {
        count: leftOut.length,
        model: left.modelName ?? left.projectName,
        reason: told(left.reason),
      }),
    );
  const [unready] = notReady;
  if (unready !== undefined)
    words.push(
      t("{count} more not ready: {model} ({reason})", {
        count: notReady.length,
        model: unready.modelName ?? unready.projectName,
        reason: told(unready.reason),
      }),
    );
  return words.join(", ");
}
