/**
 * What a run was asked for, as its row stores it: classes, everything or a view, and the options of the file. Later versions read what
 * earlier ones wrote; rows from before there were options read as the plain file of their profile.
 */
import { z } from "zod";
import { conflict } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";
import type { ExportRunModel } from "#lib/db/client.ts";
import {
  EXPORT_PROFILES,
  exportOptionsSchema,
  PLAIN_OPTIONS,
  type ExportProfile,
} from "#lib/elements/files/options.ts";
import { ADDRESS_MAX } from "#lib/elements/query/address/address.ts";
import { SOURCES_MAX } from "#lib/elements/query/types.ts";

/** Many models as one table, in the order of its rows. */
const joinedSchema = z.strictObject({
  /** Whether the models are those of a whole Cloud: rows then name it. */
  isCloud: z.boolean(),
  models: z
    .array(z.strictObject({ projectId: z.guid(), modelId: z.int().positive(), modelName: z.string() }))
    .min(1),
});
export type JoinedRequest = z.infer<typeof joinedSchema>;

const requestSchema = z.strictObject({
  version: z.literal(1),
  classes: z.array(z.string()).min(1).max(SOURCES_MAX),
  /** The readings that the page showed, in the order of the classes; empty: read from the service. */
  snapshotIds: z.array(z.guid()).max(SOURCES_MAX),
  /** The view as written in its address; null: everything. */
  view: z.string().max(ADDRESS_MAX).nullable(),
  options: exportOptionsSchema,
  /** Absent: one model, that of the run. */
  joined: joinedSchema.optional(),
});
export type ExportRequest = z.infer<typeof requestSchema>;

/** The profile of a stored run. */
export function readProfile(text: string): ExportProfile {
  return EXPORT_PROFILES.find((profile) => profile === text) ?? "programs";
}

/** The request of a stored run. @throws AppError CONFLICT when a later version of Portico wrote it */
export function readRequest(
  run: Pick<ExportRunModel, "request" | "ifcClass" | "snapshotId" | "profile">,
): ExportRequest {
  if (run.request === null) {
    return {
      version: 1,
      classes: [run.ifcClass],
      snapshotIds: run.snapshotId === null ? [] : [run.snapshotId],
      view: null,
      options: PLAIN_OPTIONS[readProfile(run.profile)],
    };
  }
  const parsed = requestSchema.safeParse(run.request);
  if (parsed.success) return parsed.data;
  throw conflict(
    say(
      "This version of Portico does not know the options of this export. Start it again from the model’s page.",
    ),
  );
}
