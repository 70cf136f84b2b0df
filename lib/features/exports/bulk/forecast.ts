/**
 * What stored readings say about the models of a bulk run before it starts; nothing is read from the service. Models that were never read
 * are counted; their losses are found once the run has read them (losses.ts).
 */
import { z } from "zod";
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { getDb } from "#lib/db/client.ts";
import { mergeFacts, type NamedFacts } from "#lib/elements/files/forecast/facts.ts";
import { idsByCase, scanTable } from "#lib/elements/files/forecast/scan.ts";
import { placeTable } from "#lib/elements/files/joined-table.ts";
import {
  makeExportTable,
  PLACE_COLUMNS,
  PROJECT_PLACE_COLUMNS,
  type ExportSource,
  type RowPlace,
} from "#lib/elements/files/table.ts";
import { SOURCES_MAX } from "#lib/elements/query/types.ts";
import { canonicalClass } from "#lib/features/elements/class-choices.ts";
import { classNameSchema } from "#lib/features/elements/schema.ts";
import { findSnapshotFiles } from "#lib/features/elements/snapshot-files.ts";
import { viewContentSchema } from "#lib/features/views/content.ts";
import { narrowToView } from "#lib/features/views/live/columns.ts";
import { BULK_FORMS, BULK_MODELS_MAX } from "../bulk-schema.ts";

/** Time for all models together, and for one of them. */
const TIME_MAX_MS = 4_000;
const MODEL_MS_MAX = 500;
const READINGS_MAX = 4_000;

export const bulkQuestionSchema = z.strictObject({
  cloudId: z.guid(),
  /** Null: the whole Cloud. */
  projectId: z.guid().nullable(),
  /** The service's ids; null: all models. */
  models: z.array(z.int().positive()).max(BULK_MODELS_MAX).nullable(),
  classes: z.array(classNameSchema).min(1).max(SOURCES_MAX),
  view: viewContentSchema.nullable(),
  form: z.enum(BULK_FORMS),
});
export type BulkQuestion = z.infer<typeof bulkQuestionSchema>;

/** @throws AppError FORBIDDEN; ElementsError CANCELLED */
export async function readBulkFacts(actor: Actor, question: BulkQuestion, signal: AbortSignal) {
  requirePermission(actor, "elements:export");
  const classes = [...new Set(question.classes.map(canonicalClass))];
  const models = await listReadModels(question, classes);
  const until = performance.now() + TIME_MAX_MS;
  const seen: NamedFacts[] = [];
  for (const { place, snapshots } of models) {
    const left = until - performance.now();
    if (left <= 0) break;
    const facts = await lookAt(snapshots, question, place, signal, Math.min(left, MODEL_MS_MAX));
    if (facts !== null) seen.push({ name: place.model, facts });
  }
  return {
    /** Models chosen; null: all that the service has, not counted yet. */
    asked: question.models?.length ?? null,
    /** Models with stored readings of all their classes, and how many of these were examined. */
    read: models.length,
    seen: seen.length,
    /** Rows of the examined models. */
    rows: seen.reduce((sum, { facts }) => sum + facts.rows, 0),
    /** null where no readings are stored. */
    facts: mergeFacts(seen, question.form === "table"),
  };
}

/** What is known about the models of a bulk run before it starts. */
export type BulkFacts = Awaited<ReturnType<typeof readBulkFacts>>;

type ReadModel = { place: RowPlace; snapshots: { id: string; ifcClass: string }[] };

/** Models with stored readings of all classes, with the newest reading of each class. */
async function listReadModels(question: BulkQuestion, classes: readonly string[]): Promise<ReadModel[]> {
  const { cloudId, projectId, models } = question;
  const rows = await getDb().snapshot.findMany({
    where: {
      project: { cloudId, ...(projectId === null ? { missingSince: null } : { id: projectId }) },
      ...(models === null ? {} : { modelServiceId: { in: models.map(BigInt) } }),
      ifcClass: { in: [...classes] },
      state: "READY",
    },
    orderBy: { readAt: "desc" },
    distinct: ["projectId", "modelServiceId", "ifcClass"],
    take: READINGS_MAX,
    select: {
      id: true,
      ifcClass: true,
      projectId: true,
      modelServiceId: true,
      modelName: true,
      project: { select: { name: true, serviceId: true, cloud: { select: { name: true } } } },
    },
  });
  const byModel = Map.groupBy(rows, (row) => `${row.projectId} ${String(row.modelServiceId)}`);
  return [...byModel.values()].flatMap((own): ReadModel[] => {
    const [first] = own;
    if (first === undefined || own.length !== classes.length) return [];
    const { project, modelServiceId, modelName } = first;
    const place: RowPlace = {
      cloud: project.cloud.name,
      projectNumber: String(project.serviceId),
      project: project.name,
      modelNumber: String(modelServiceId),
      model: modelName,
    };
    const snapshots = classes.flatMap((ifcClass) => own.find((row) => row.ifcClass === ifcClass) ?? []);
    return [{ place, snapshots }];
  });
}

/** null when a stored answer is missing or damaged: the run will read it again. Also examines rows that a filter leaves out. */
async function lookAt(
  snapshots: ReadModel["snapshots"],
  { view, form, projectId }: BulkQuestion,
  place: RowPlace,
  signal: AbortSignal,
  timeMaxMs: number,
): Promise<NamedFacts["facts"] | null> {
  await using opened = new AsyncDisposableStack();
  const sources: ExportSource[] = [];
  for (const { id, ifcClass } of snapshots) {
    const snapshot = opened.use(await findSnapshotFiles(id));
    if (snapshot === null) return null;
    sources.push({ ifcClass, snapshot });
  }
  const table = view === null ? makeExportTable(sources, null) : narrowToView(view, sources, null);
  const ids = idsByCase(sources.flatMap(({ snapshot }) => snapshot.meta.warnings));
  const columns = projectId === null ? PLACE_COLUMNS : PROJECT_PLACE_COLUMNS;
  const shown = form === "table" ? placeTable(table, columns, place) : table;
  return await scanTable(shown, ids, signal, timeMaxMs);
}
