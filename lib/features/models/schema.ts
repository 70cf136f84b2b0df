/**
 * Models as people see them. interface.md promises their number only; everything else is shown where the service states it.
 */
import { z } from "zod";
import type { OperationView } from "#lib/features/operations/schema.ts";
import { t } from "#lib/core/texts.ts";

export type ModelState = "waiting" | "running" | "ready" | "failed" | "wontFix" | "deleted" | "unstated";

export type ModelView = {
  /** The model's number at the service (<ifc_id>). */
  modelId: number;
  name: string;
  fileName: string | null;
  fileBytes: number | null;
  /** IFC, DWG, …; null when the service does not say. */
  type: string | null;
  /** The IFC schema, e.g. IFC4. */
  schema: string | null;
  state: ModelState;
  /** The state in words, to be told. */
  stateWords: string;
  /** What the service says went wrong. */
  errors: string[];
  warnings: string[];
  progress: { phase: string; done: number; total: number } | null;
  createdAt: string | null;
  updatedAt: string | null;
  isArchived: boolean;
  /** An IFC model whose elements can be asked for. */
  isQueryable: boolean;
};

export type ModelsList = {
  models: ModelView[];
  readAt: Date;
  /** True while one is on its way: ask again in a few seconds. */
  isChanging: boolean;
};

/** The same for a page: when the service is silent, the last list that it gave. */
export type ModelsShown = ModelsList & {
  /** Why it could not be read just now; null: it was. */
  trouble: string | null;
};

export type ModelClassCount = { ifcClass: string; count: number };

const FILE_NAME_LENGTH_MAX = 256;

export const uploadSchema = z.object({
  key: z
    .string()
    .regex(/^[A-Za-z0-9_-]{8,64}$/, { error: () => t("Reload the page: this form has no usable key.") }),
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
        .refine((name) => /\.(?:ifc|ifczip)$/i.test(name), {
          error: () => t("Choose a file that ends in .ifc or .ifczip. Nothing was sent."),
        }),
    ),
  sizeBytes: z
    .number()
    .int()
    .positive({ error: () => t("The file is empty. Nothing was sent.") })
    .nullable()
    .default(null),
});
export type UploadModel = z.input<typeof uploadSchema> & {
  content: AsyncIterable<Uint8Array>;
  signal?: AbortSignal;
};

/** No control characters and no half characters. */
function isPlain(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text);
}

export type UploadResult = { operation: OperationView; modelId: number | null; needsNewKey: boolean };
