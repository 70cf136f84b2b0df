/**
 * What rows of runs and bulk runs store as JSON: what each was asked for, and the losses forecast before a file was written. Later versions
 * read what earlier ones wrote; rows from before there were options read as the plain file of their profile.
 */
import { z } from "zod";
import { conflict } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";
import { getDb, type BulkRunModel, type ExportRunModel } from "#lib/db/client.ts";
import {
  EXPORT_PROFILES,
  exportOptionsSchema,
  PLAIN_OPTIONS,
  type ExportProfile,
} from "#lib/elements/files/options.ts";
import { ADDRESS_MAX } from "#lib/elements/query/address/address.ts";
import { SOURCES_MAX } from "#lib/elements/query/types.ts";
import { modelAbsenceSchema } from "#lib/features/views/absences.ts";
import { viewContentSchema } from "#lib/features/views/content.ts";
import { ON_LOSS } from "./bulk-schema.ts";

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

/** What a bulk run was asked for besides its models. */
const bulkRequestSchema = z.strictObject({
  version: z.literal(1),
  options: exportOptionsSchema,
  /** Null: all columns and rows of the classes. */
  view: z.strictObject({ name: z.string(), content: viewContentSchema }).nullable(),
  onLoss: z.enum(ON_LOSS),
});
export type BulkRequest = z.infer<typeof bulkRequestSchema>;

/**
 * The request of the bulk run that an export belongs to; null: the export belongs to none. @throws AppError CONFLICT as `readBulkRequest`
 */
export async function findBulkRequest({
  bulkId,
}: Pick<ExportRunModel, "bulkId">): Promise<BulkRequest | null> {
  if (bulkId === null) return null;
  return readBulkRequest(await getDb().bulkRun.findUniqueOrThrow({ where: { id: bulkId } }));
}

/** The request of a stored bulk run. @throws AppError CONFLICT when a later version of Portico wrote it */
export function readBulkRequest({
  request,
  profile,
}: Pick<BulkRunModel, "request" | "profile">): BulkRequest {
  if (request === null)
    return { version: 1, options: PLAIN_OPTIONS[readProfile(profile)], view: null, onLoss: "write" };
  const parsed = bulkRequestSchema.safeParse(request);
  if (parsed.success) return parsed.data;
  throw conflict(
    say(
      "This version of Portico does not know the options of this bulk export. Start it again from the project’s page.",
    ),
  );
}

/** The name of a stored bulk run's view, whatever version wrote it; null: all columns and rows of the classes. */
export function readViewName(request: unknown): string | null {
  const parsed = z.object({ view: z.object({ name: z.string() }) }).safeParse(request);
  return parsed.success ? parsed.data.view.name : null;
}

const lossForecastSchema = z.strictObject({
  /** Rows of the file, and rows that were examined. */
  rows: z.number(),
  rowsSeen: z.number(),
  /** Losses, the worst first. */
  losses: z.array(z.strictObject({ title: z.string(), detail: z.string() })),
  /** What the view names but a model lacks (lib/features/views/absences.ts). */
  absent: z.array(modelAbsenceSchema).readonly().default([]),
});
export type LossForecast = z.infer<typeof lossForecastSchema>;

/** The forecast made before a part was written; null where none was made yet. */
export function readLossForecast(forecast: unknown): LossForecast | null {
  const parsed = lossForecastSchema.safeParse(forecast);
  return parsed.success ? parsed.data : null;
}
