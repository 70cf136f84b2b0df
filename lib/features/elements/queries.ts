/**
 * The element table for pages and the grid: the model, the classes to choose from, the table or why there is none yet, and pages of rows.
 * Starts a reading from the service when no current one is stored; changes nothing at the service.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { getById, notFound } from "#lib/core/errors.ts";
import { told, type Sentence } from "#lib/core/language/kept-texts.ts";
import { recall } from "#lib/core/language/stored-sentence.ts";
import { say } from "#lib/core/texts.ts";
import { getDb, type SnapshotModel } from "#lib/db/client.ts";
import { ServiceError } from "#lib/service/client/errors.ts";
import { listDismissed } from "#lib/features/models/dismissed.ts";
import type { DismissedModel, ModelView } from "#lib/features/models/schema.ts";
import { chooseClass, isKnownClass, listClassChoices, suggestClasses } from "./class-choices.ts";
import { joinReading, waitForReading } from "./reading.ts";
import type { ClassChoices, ReadingState, StaleReason, TableState } from "./schema.ts";
import { findSnapshotFiles } from "./snapshot-files.ts";
import { findNewestReady, markLost, READER_DIED, touch, type Again } from "./snapshot-rows.ts";
import { toReadingView, toSnapshotView, type SnapshotView } from "./reading-views.ts";
import { getModelSource, getModelAtService, type ModelSource } from "#lib/features/models/source.ts";

/** A reading that finishes within this time is shown at once, without a waiting page. */
const WAIT_MS = 700;

export type ModelPlace = {
  cloud: { id: string; name: string };
  project: { id: string; name: string };
  connection: ModelSource["connection"];
};

/** The page of one model. */
export type ElementTable =
  | { state: "serviceSilent"; place: ModelPlace; message: string; reference: string }
  | { state: "notReady"; place: ModelPlace; model: ModelView; dismissed: DismissedModel | null }
  | {
      state: "open";
      place: ModelPlace;
      /** null: the service does not answer, and stored readings are shown. */
      model: ModelView | null;
      modelName: string;
      choices: ClassChoices;
      ifcClass: string;
      table: TableState;
      /** Further classes requested together with it, each with its own reading. */
      more: TableState[];
    };

export type ElementQuery = {
  /** Registry row ids. */
  cloudId: string;
  projectId: string;
  /** The service's id. */
  modelId: number;
  /** As requested, in any case; absent: the default class. */
  ifcClass?: string | undefined;
  /** Further classes to show in the same table. */
  moreClasses?: readonly string[];
};

/**
 * Everything that the element page shows, except rows.
 * @throws AppError NOT_FOUND when there is no such project or model
 */
export async function openElementTable(actor: Actor, query: ElementQuery): Promise<ElementTable> {
  requirePermission(actor, "portal:read");
  const source = await getModelSource(query.projectId, query.cloudId);
  const place: ModelPlace = {
    cloud: { id: source.cloudId, name: source.cloudName },
    project: { id: source.projectId, name: source.projectName },
    connection: source.connection,
  };
  let model: ModelView;
  try {
    model = await getModelAtService(source, query.modelId);
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) throw thrown;
    const reason = { message: told(thrown.message), reference: thrown.reference };
    return (await openKeptTable(place, query, reason)) ?? { state: "serviceSilent", place, ...reason };
  }
  if (!model.isQueryable) {
    const [dismissed = null] = await listDismissed(query.projectId, [model]);
    return { state: "notReady", place, model, dismissed };
  }
  const choices = await listClassChoices(source, model);
  const opened = { state: "open" as const, place, model, modelName: model.name, choices };
  const ifcClass = chooseClass(choices, query.ifcClass);
  if (ifcClass === null) {
    return { ...opened, ifcClass: "", table: { state: "noElements" }, more: [] };
  }
  const open = async (name: string): Promise<TableState> =>
    isKnownClass(choices, name)
      ? openTable(actor, source, model, name)
      : { state: "unknownClass", ifcClass: name, suggestions: suggestClasses(choices, name) };
  const further = (query.moreClasses ?? []).map((name) => chooseClass(choices, name) ?? name);
  const [table, ...more] = await Promise.all([ifcClass, ...further].map(open));
  if (table === undefined) throw new Error("A table was asked for and none was opened.");
  return { ...opened, ifcClass, table, more };
}

async function openTable(
  actor: Actor,
  source: ModelSource,
  model: ModelView,
  ifcClass: string,
): Promise<TableState> {
  const row = await requestReading(actor, source, model, ifcClass, "never");
  const table = await describeRow(row);
  if (table.state !== "failed") return table;
  // An older reading with its age is better than none.
  const older = await findNewestReady({
    projectId: source.projectId,
    modelServiceId: BigInt(model.modelId),
    ifcClass,
  });
  const kept = older === null ? null : await openSnapshotView(older);
  if (kept === null) return table;
  return {
    state: "ready",
    snapshot: kept,
    stale: { message: table.message, reference: table.reference },
  };
}

/** The current reading, started if necessary; waits for it as long as a page may. */
export async function requestReading(
  actor: Actor,
  source: ModelSource,
  model: ModelView,
  ifcClass: string,
  again: Again,
): Promise<SnapshotModel> {
  const { row } = await joinReading(source, model, ifcClass, { reference: actor.requestId, again });
  if (row.state !== "READING") return row;
  return (await waitForReading(row.id, { deadlineMs: WAIT_MS })) ?? row;
}

async function describeRow(row: SnapshotModel): Promise<TableState> {
  if (row.state === "READING") return { state: "reading", reading: toReadingView(row) };
  if (row.state === "FAILED") return toFailure(row);
  const snapshot = await openSnapshotView(row);
  return snapshot === null
    ? toFailure(
        row,
        say("The stored copy of the answer is damaged or gone. Read the elements again from the service."),
      )
    : { state: "ready", snapshot, stale: null };
}

/** What is stored of a model whose service does not answer; null when nothing is. */
async function openKeptTable(
  place: ModelPlace,
  query: ElementQuery,
  stale: StaleReason,
): Promise<ElementTable | null> {
  const rows = await getDb().snapshot.findMany({
    where: { projectId: query.projectId, modelServiceId: BigInt(query.modelId), state: "READY" },
    orderBy: { readAt: "desc" },
    distinct: ["ifcClass"],
    take: 100,
  });
  const wanted = query.ifcClass?.toLowerCase();
  const row = rows.find((candidate) => wanted === undefined || candidate.ifcClass.toLowerCase() === wanted);
  const snapshot = row === undefined ? null : await openSnapshotView(row);
  if (row === undefined || snapshot === null) return null;
  const counted = rows
    .map(({ ifcClass, rows: count }) => ({ ifcClass, count }))
    .filter(({ count }) => count > 0);
  return {
    state: "open",
    place,
    model: null,
    modelName: row.modelName,
    choices: { counted, catalogue: [], supertypes: {} },
    ifcClass: row.ifcClass,
    table: { state: "ready", snapshot, stale },
    more: [],
  };
}

/**
 * The state of a reading, for a page that waits for it.
 * @throws AppError NOT_FOUND
 */
export async function getReadingState(actor: Actor, snapshotId: string): Promise<ReadingState> {
  requirePermission(actor, "portal:read");
  await getSnapshotRow(snapshotId);
  const row = await waitForReading(snapshotId, { deadlineMs: WAIT_MS });
  if (row === null) throw notFound(say("This reading"));
  if (row.state === "READING") return { state: "reading", reading: toReadingView(row) };
  return row.state === "READY" ? { state: "ready" } : toFailure(row);
}

/**
 * The row of a reading; it belongs to a project of the registry, which all staff may read.
 * @throws AppError NOT_FOUND
 */
export async function getSnapshotRow(snapshotId: string): Promise<SnapshotModel> {
  return getById(snapshotId, say("This table"), () =>
    getDb().snapshot.findUnique({ where: { id: snapshotId } }),
  );
}

async function openSnapshotView(row: SnapshotModel): Promise<SnapshotView | null> {
  await touch(row);
  await using snapshot = await findSnapshotFiles(row.id);
  if (snapshot !== null) return toSnapshotView(row, snapshot.meta);
  await markLost(row.id);
  return null;
}

function toFailure(row: SnapshotModel, why: Sentence = recall(row, "failure") ?? READER_DIED) {
  return {
    state: "failed" as const,
    ifcClass: row.ifcClass,
    message: told(why),
    reference: row.reference,
  };
}
