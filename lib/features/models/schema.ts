/** Models as people see them. A service may state only their number (docs/service "Model"); the rest is shown where stated. */
import { z } from "zod";
import { keySchema } from "#lib/features/clouds/schema.ts";
import { t } from "#lib/core/texts.ts";
import {
  CHANGE_AT_ONCE,
  DISMISS_MAX,
  FILE_NAME_LENGTH_MAX,
  MODEL_BYTES_MAX,
  MODEL_STATES,
  isModelFile,
} from "./rules.ts";

/** Which version of its series a model is (docs/decisions/0061-versions.md). */
const versionSchema = z.object({
  seriesId: z.string(),
  /** 1, 2, … */
  number: z.number(),
  /** How many versions there are. */
  count: z.number(),
  /** The newest version that the service has processed completely, also while it processes that version again. */
  isNewest: z.boolean(),
  /** Represents the series in lists: the newest ready version, or the last one where none is ready. */
  leads: z.boolean(),
  /** The last version in any state: the next version replaces it. */
  isLast: z.boolean(),
});

/** A model for people; the last list of a project's models is stored in this form, too. */
export const modelViewSchema = z.object({
  /** The model's number at the service (<ifc_id>). */
  modelId: z.number(),
  name: z.string(),
  fileName: z.string().nullable(),
  fileBytes: z.number().nullable(),
  /** IFC, DWG, …; null when the service does not say. */
  type: z.string().nullable(),
  /** The IFC schema, e.g. IFC4. */
  schema: z.string().nullable(),
  state: z.enum(MODEL_STATES),
  /** The state in words, translated where it is shown. */
  stateWords: z.string(),
  /** The errors that the service states. */
  errors: z.array(z.string()),
  warnings: z.array(z.string()),
  progress: z.object({ phase: z.string(), done: z.number(), total: z.number() }).nullable(),
  createdAt: z.string().nullable(),
  updatedAt: z.string().nullable(),
  isArchived: z.boolean(),
  /** An IFC model whose elements can be read. */
  isQueryable: z.boolean(),
  /** Null: not a version of a series. */
  version: versionSchema.nullable().default(null),
});
export type ModelView = z.output<typeof modelViewSchema>;

/** A version before the one that represents its series in a list, whether or not the service lists it. */
export type OlderVersion = {
  modelId: number;
  number: number;
  fileName: string;
  addedAt: string | null;
};

export type OlderVersions = { seriesId: string; versions: OlderVersion[] };

export type ModelsList = {
  models: ModelView[];
  /** Older versions per series, the last one first. */
  older: OlderVersions[];
  readAt: Date;
  /** True while a model is being processed: ask again in a few seconds. */
  isChanging: boolean;
};

/** A dismissed failed model (dismissals.ts): by whom and when (ISO 8601). */
export type DismissedModel = { modelId: number; by: string; at: string };

/** `<registry id of the project>~<the service's id of the model>` */
const modelRef = z
  .string()
  .regex(/^[0-9a-f-]{36}~[1-9]\d{0,14}$/)
  .transform((text) => ({ projectId: text.slice(0, 36), modelId: Number(text.slice(37)) }));

export const dismissModelsSchema = z.object({
  models: z
    .union([modelRef.transform((one) => [one]), z.array(modelRef).min(1).max(DISMISS_MAX)], {
      error: () => t("Choose at least one model."),
    })
    .transform((models) => [
      ...new Map(models.map((one) => [`${one.projectId}~${String(one.modelId)}`, one])).values(),
    ]),
  to: z.enum(["dismiss", "show"]),
});
export type DismissModels = z.output<typeof dismissModelsSchema>;

export const changeModelsSchema = z.object({
  models: z.union([modelRef.transform((one) => [one]), z.array(modelRef).min(1).max(CHANGE_AT_ONCE)], {
    error: () => t("Choose at least one model."),
  }),
});

/** The result for one model: `left`: nothing was sent, because of `words`. */
export type ModelResult = {
  modelId: number;
  is: "done" | "left" | "refused" | "unknown";
  words: string | null;
};

const MODEL_NAME_LENGTH_MAX = 512;

export const renameModelSchema = z.object({
  model: modelRef,
  name: z
    .string()
    .trim()
    .min(1, { error: () => t("Type a name.") })
    .max(MODEL_NAME_LENGTH_MAX, {
      error: () => t("Shorten the name to at most {most} characters.", { most: MODEL_NAME_LENGTH_MAX }),
    })
    .refine(isPlain, { error: () => t("The name has characters that cannot be stored.") }),
});
export type RenameModel = z.input<typeof renameModelSchema>;

/** The same for a page: the service's last list when it does not answer. */
export type ModelsShown = ModelsList & {
  /** Why the list could not be read just now; null: it was read. */
  trouble: string | null;
  dismissed: readonly DismissedModel[];
};

/** A model that a new file may replace as its next version. */
export type SuccessionChoice = { modelId: number; name: string; nextNumber: number };

export type FailedModel = { modelId: number; name: string; error: string | null };

/** An upload of the same bytes. */
export type SameUpload = {
  /** Null: its outcome or its number is unknown. */
  modelId: number | null;
  name: string;
  by: string;
  /** ISO 8601 */
  at: string;
  /** The page of its operation. */
  href: string;
};

export type SameContent = {
  /** The project has a file of that size: only the hash can tell whether it is the same. */
  needsHash: boolean;
  same: SameUpload[];
};

/** What is known of a file before it is sent. `named`: the model with its name. */
export type UploadAdvice = SameContent & { named: SuccessionChoice | null };

/** Query of GET /api/projects/…/models/same. */
export const sameQuestionSchema = z.object({
  bytes: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  /** The file's name: a model of that name is suggested. */
  name: z.string().max(FILE_NAME_LENGTH_MAX).default(""),
});
export type SameQuestion = Omit<z.output<typeof sameQuestionSchema>, "name">;

const modelIdSchema = z
  .number({ error: () => t("Choose the model again: its number cannot be read.") })
  .int()
  .positive()
  .max(Number.MAX_SAFE_INTEGER);

export const uploadSchema = z.object({
  key: keySchema,
  projectId: z.uuid(),
  fileName: z
    .string()
    .transform((name) => (name.split(/[\\/]/).at(-1) ?? "").trim().normalize("NFC"))
    .pipe(
      z
        .string()
        .min(1, { error: () => t("The file has no name.") })
        .max(FILE_NAME_LENGTH_MAX, {
          error: () =>
            t("Shorten the file's name to at most {most} characters.", {
              most: FILE_NAME_LENGTH_MAX,
            }),
        })
        .refine(isPlain, { error: () => t("The file's name has characters that cannot be stored.") })
        .refine(isModelFile, {
          error: () => t("Choose a file that ends in .ifc or .ifczip. Nothing was sent."),
        }),
    ),
  sizeBytes: z
    .number()
    .int()
    .positive({ error: () => t("The file is empty. Nothing was sent.") })
    .max(MODEL_BYTES_MAX, { error: () => t("The file is larger than 20 GB. Nothing was sent.") })
    .nullable()
    .default(null),
  /** The model that this file replaces as the last version of its series. */
  replaces: modelIdSchema.nullable().default(null),
});
export type UploadModel = z.input<typeof uploadSchema> & {
  content: AsyncIterable<Uint8Array>;
  signal?: AbortSignal;
};

/** No control characters and no half characters. */
function isPlain(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text);
}
