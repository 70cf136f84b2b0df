/** Export runs: what their forms send and how pages see them. Shared with client code: imports nothing of Node. */
import { z } from "zod";
import {
  EXPORT_PROFILES,
  exportOptionsSchema,
  type ExportOptions,
  type ExportProfile,
} from "#lib/elements/files/options.ts";
import { ADDRESS_MAX } from "#lib/elements/query/address/address.ts";
import { SOURCES_MAX } from "#lib/elements/query/types.ts";
import { classNameSchema } from "#lib/features/elements/schema.ts";
import type { ConnectionWorld } from "#lib/features/connections/world.ts";
import type { ExportStateName } from "#lib/core/export-states.ts";
import type { Sentence } from "#lib/core/language/kept-texts.ts";
import { t } from "#lib/core/texts.ts";

/** JSON text sent by a form. */
const jsonText = (max: number) =>
  z
    .string()
    .max(max)
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({
          code: "custom",
          message: t("The options could not be read. Open the export again."),
        });
        return z.NEVER;
      }
    });

/** Options as JSON text, as a form sends them. */
export const optionsTextSchema = jsonText(2_000).pipe(exportOptionsSchema);

/** The model and classes of a table, from which it is read again when its readings are no longer stored. */
const tableOriginSchema = z.strictObject({
  projectId: z.guid(),
  /** The service's id. */
  modelId: z.int().positive(),
  classes: z.array(classNameSchema).min(1).max(SOURCES_MAX),
});
export type TableOrigin = z.infer<typeof tableOriginSchema>;

export const startExportSchema = z.strictObject({
  /** Made with the form, so that a form sent twice is one run. */
  key: z.guid(),
  /** The readings that the page shows, in its order, joined with ".". */
  snapshotIds: z
    .string()
    .max(40 * SOURCES_MAX)
    .transform((text) => text.split("."))
    .pipe(z.array(z.guid()).min(1).max(SOURCES_MAX)),
  profile: z.enum(EXPORT_PROFILES),
  /** The view as written in its address; absent: everything. */
  view: z.string().max(ADDRESS_MAX).optional(),
  /** Absent: the plain file of the profile. */
  options: optionsTextSchema.optional(),
  /** Instead of options: the plain file, its headings with the units that the table shows. */
  asShown: z.literal("yes").optional(),
  /** JSON text. */
  origin: jsonText(4_000).pipe(tableOriginSchema).optional(),
});
export type StartExportInput = {
  key: string;
  origin?: TableOrigin | undefined;
  snapshotIds: readonly string[];
  profile: ExportProfile;
  view?: string | undefined;
  options?: ExportOptions | undefined;
  asShown?: "yes" | undefined;
};

export const repeatExportSchema = z.strictObject({ key: z.guid(), runId: z.guid() });

export const exportRunIdSchema = z.guid();

/** The Cloud of the elements, and its service. */
export type ExportCloud = { id: string; name: string; service: string; world: ConnectionWorld };

export type ExportRunView = {
  id: string;
  state: ExportStateName;
  /** The first of `classes`. */
  ifcClass: string;
  classes: readonly string[];
  /** The view as written in its address; null: everything. */
  view: string | null;
  modelName: string;
  cloud: ExportCloud;
  project: { id: string; name: string };
  /** The service's id. */
  modelId: number;
  profile: ExportProfile;
  /** In READING elements read, in WRITING rows written, in VERIFYING rows compared. */
  rowsDone: number;
  rowsTotal: number | null;
  /** Until the current step ends; null while unknown. */
  secondsLeft: number | null;
  /** Property columns and the GlobalId. */
  columns: number | null;
  /** Size of the file; the size so far while it is being written. */
  bytes: number;
  sha256: string | null;
  /** Texts of the file that got an apostrophe; null while there is no file, and for runs from before they were counted. */
  guardedCells: number | null;
  fileName: string;
  /** The file can be downloaded now. */
  hasFile: boolean;
  /** When the file will be removed; null where there is none. */
  fileUntil: string | null;
  failure: Sentence | null;
  reference: string;
  actorName: string;
  cancelledBy: string | null;
  /** The current person may cancel it now. */
  canCancel: boolean;
  createdAt: string;
  startedAt: string | null;
  endedAt: string | null;
};
