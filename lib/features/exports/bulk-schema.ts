/**
 * Bulk runs: many models exported at once, one file for each model or one table of them all, offered as one archive. Shared with client code: nothing of
 * Node is imported. A bulk run's state is that of its parts, which are ordinary export runs.
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
/** Projects whose models are asked for when a whole cloud is exported. */
export const BULK_PROJECTS_MAX = 200;

/** What becomes of the models. */
export const BULK_FORMS = ["files", "table"] as const;
export type BulkForm = (typeof BULK_FORMS)[number];

/** What becomes of a file whose format would lose something: it is written and the loss is named, or it is not written. */
export const ON_LOSS = ["write", "stop"] as const;

/** A field that a form sends once, or for each box that is ticked. */
const many = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((value) => (value === undefined ? [] : typeof value === "string" ? [value] : value));

/** Class names as they are typed, with commas or spaces between them. */
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
    /** Born with the form, so that a form sent twice is one run. */
    key: z.guid(),
    cloudId: z.guid(),
    /** Left out or empty: the whole cloud. */
    projectId: z.union([z.guid(), z.literal("")]).optional(),
    /** `all`: every model of the project or cloud; `chosen`: those of `models`. */
    which: z.enum(["all", "chosen"]),
    /** The service's ids of models of the project. */
    models: many.pipe(z.array(z.string().regex(/^[1-9]\d{0,15}$/)).max(BULK_MODELS_MAX)),
    /** Class names, between commas or spaces; with a view those of the view count. */
    classes: bulkClassesSchema.default([]),
    /** A view that is kept, by its id; left out or empty: everything of the classes. */
    view: z.union([z.string().max(100), z.literal("")]).optional(),
    /** The view that a table shows and nobody has kept, as JSON text; it goes before `view`. */
    content: contentTextSchema.optional(),
    profile: z.enum(EXPORT_PROFILES),
    /** As JSON text; left out: the plain file of the profile. */
    options: optionsTextSchema.optional(),
    onLoss: z.enum(ON_LOSS).default("write"),
    /** `files`: one for each model; `table`: all elements in one, with columns that say where each is from. */
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

/** A model without a file: not ready, not there, or its project could not be read (then without model). */
export type LeftOut = {
  projectName: string;
  modelId: number | null;
  modelName: string | null;
  reason: string;
  /** False: it was not ready, so that nobody could choose it; a run over all models asks for every one. */
  asked: boolean;
};

export const leftOutSchema = z.array(
  z.object({
    projectName: z.string(),
    modelId: z.number().nullable(),
    modelName: z.string().nullable(),
    reason: z.string(),
    // Runs of before named only what was asked for.
    asked: z.boolean().default(true),
  }),
);

/** `partly`: ended with some of its files; `failed`: ended with none. */
export type BulkState = "running" | "done" | "partly" | "failed" | "cancelled";

/** One table over several models: what is done to it, and how far that is. */
export type TableStep = {
  state: ExportStateName;
  /** In READING elements read, in WRITING rows written, in VERIFYING rows compared. */
  rowsDone: number;
  rowsTotal: number | null;
  /** Of the file; while it is written, so far. */
  bytes: number;
  secondsLeft: number | null;
};

export type BulkRunView = {
  id: string;
  state: BulkState;
  cloud: ExportCloud;
  /** null: the whole cloud. */
  project: { id: string; name: string } | null;
  classes: readonly string[];
  profile: ExportProfile;
  /** Name of the view that its files show; null: everything of the classes. */
  viewName: string | null;
  /** How far the one table is; null where each model has a file of its own. */
  table: TableStep | null;
  /** Models asked for, those left out counted. */
  models: number;
  /** Models whose file is done; of one table, while it is made, those that were read. */
  modelsDone: number;
  modelsFailed: number;
  /** The part that is worked on now; null when none is. */
  current: { modelName: string; rowsDone: number } | null;
  rows: number;
  /** Of all files together, as they are before they are packed. */
  bytes: number;
  /** The first few that failed, with the reason each. */
  failures: readonly { modelName: string; reason: Sentence }[];
  /** Of the models asked for. */
  leftOut: readonly LeftOut[];
  /** Models beside the chosen ones that failed or were still in process, so that they could not be chosen. */
  notReady: readonly LeftOut[];
  /** Files that lose something, as was found before they were written: how many, and the first few. */
  lossyFiles: number;
  losses: readonly { modelName: string; titles: readonly string[] }[];
  /** The archive can be downloaded now. */
  hasArchive: boolean;
  /** When the first of its files is removed, and with it the archive; null where there is none. */
  archiveUntil: string | null;
  fileName: string;
  reference: string;
  actorName: string;
  cancelledBy: string | null;
  canCancel: boolean;
  createdAt: string;
  endedAt: string | null;
};

/** What is known of the models of a bulk run before it is started. */
export type BulkFacts = {
  /** Models that are chosen; null: all that the service has, which nobody has counted yet. */
  asked: number | null;
  /** Those whose classes were all read before, and those of them that were looked at. */
  read: number;
  seen: number;
  /** Rows of those that were looked at. */
  rows: number;
  /** null where nothing was read before. */
  facts: ExportFacts | null;
};

/** "19 of 20 models, 1 failed: Blok C (…)": what became of a bulk run, never without what is missing. */
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
