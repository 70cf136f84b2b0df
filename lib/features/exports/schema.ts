/** Export runs: what their forms send and how pages see them. Shared with client code: imports nothing of Node. */
import { z } from "zod";
import { EXPORT_PROFILES, exportOptionsSchema } from "#lib/elements/files/options.ts";
import { ADDRESS_MAX } from "#lib/elements/query/address/address.ts";
import { SOURCES_MAX } from "#lib/elements/query/types.ts";
import { classNameSchema } from "#lib/features/elements/schema.ts";
import { parsedJson } from "#lib/core/json-text.ts";
import { t } from "#lib/core/texts.ts";

/** JSON text sent by a form. */
const jsonText = (max: number) =>
  z
    .string()
    .max(max)
    .transform(parsedJson(() => t("The options could not be read. Open the export again.")));

/** Options as JSON text, as a form sends them. */
export const optionsTextSchema = jsonText(2_000).pipe(exportOptionsSchema);

/** The model and classes of a table, from which it is read again when its readings are no longer stored. */
const tableOriginSchema = z.strictObject({
  projectId: z.guid(),
  /** The service's id. */
  modelId: z.int().positive(),
  classes: z.array(classNameSchema).min(1).max(SOURCES_MAX),
});

export const startExportSchema = z.strictObject({
  /** Made with the form, so that a form sent twice is one run. */
  key: z.guid(),
  /** The readings that the page shows, in its order, joined with ".". */
  snapshotIds: z
    .string()
    .max(40 * SOURCES_MAX)
    .transform((text) => text.split("."))
    .pipe(z.array(z.guid()).min(1).max(SOURCES_MAX))
    .readonly(),
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
export type StartExportInput = z.output<typeof startExportSchema>;

export const repeatExportSchema = z.strictObject({ key: z.guid(), runId: z.guid() });
