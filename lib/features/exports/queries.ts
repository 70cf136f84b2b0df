/** Export runs for pages, and the finished file. Every call checks permission, downloads too. */
import { setTimeout as sleep } from "node:timers/promises";
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { now } from "#lib/core/clock.ts";
import { getById, notFound } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { keysetOf } from "#lib/core/paging/keyset.ts";
import { recall } from "#lib/core/language/stored-sentence.ts";
import { say } from "#lib/core/texts.ts";
import { getDb, type ExportRunModel, type ExportState, type Prisma } from "#lib/db/client.ts";
import { getStorage } from "#lib/storage/instance.ts";
import { StorageError } from "#lib/storage/errors.ts";
import { worldOf } from "#lib/features/connections/world.ts";
import { canCancelExport, fileTimeOver } from "./policy.ts";
import { dataName, RECORD_NAME } from "./published-files.ts";
import { readProfile, readRequest } from "./request.ts";
import { ACTIVE_EXPORT_STATES, isActive } from "#lib/core/export-states.ts";
import { pageOf } from "#lib/core/paging/page-of.ts";

/** The columns of a run's Cloud that lists show. */
export const CLOUD_FACTS = {
  id: true,
  name: true,
  connection: { select: { name: true, kind: true, stage: true } },
} satisfies Prisma.CloudSelect;

const WITH_PLACE = {
  project: { select: { id: true, name: true, cloud: { select: CLOUD_FACTS } } },
} satisfies Prisma.ExportRunInclude;

type RunWithPlace = Prisma.ExportRunGetPayload<{ include: typeof WITH_PLACE }>;

const { orderOf, cursorAfter, placeOf } = keysetOf<"newest", "createdAt">({
  newest: { field: "createdAt", direction: "desc", kind: "time" },
});

const PAGE_ROWS = 50;
const POLL_MS = 40;

/** @throws AppError NOT_FOUND */
export async function getExportRun(actor: Actor, runId: string): Promise<ExportRunView> {
  requirePermission(actor, "elements:export");
  const run = await getById(runId, say("This export"), () =>
    getDb().exportRun.findUnique({ where: { id: runId }, include: WITH_PLACE }),
  );
  return toView(actor, run);
}

/** The run once it has ended, or its current state when the time is up. @throws AppError NOT_FOUND */
export async function waitForExport(actor: Actor, runId: string, deadlineMs: number): Promise<ExportRunView> {
  const until = performance.now() + deadlineMs;
  for (;;) {
    const run = await getExportRun(actor, runId);
    if (!isActive(run.state) || performance.now() > until) return run;
    await sleep(POLL_MS);
  }
}

const STATES_OF = {
  all: null,
  running: ACTIVE_EXPORT_STATES,
  done: ["DONE"],
  failed: ["FAILED"],
  cancelled: ["CANCELLED"],
} satisfies Record<string, readonly ExportState[] | null>;

export type ExportFilter = keyof typeof STATES_OF;

/**
 * Runs, newest first; `next` is where the next page begins, null at the end.
 * @param before `next` of the previous page
 */
export async function listExportRuns(
  actor: Actor,
  query: { filter: ExportFilter; before?: string | undefined },
) {
  requirePermission(actor, "elements:export");
  const db = getDb();
  const states = STATES_OF[query.filter];
  const found = await db.exportRun.findMany({
    where: {
      // Parts of bulk runs are shown with their run.
      bulkId: null,
      ...(states === null ? {} : { state: { in: [...states] } }),
      ...placeOf("newest", query.before),
    },
    orderBy: orderOf("newest"),
    take: PAGE_ROWS + 1,
    include: WITH_PLACE,
  });
  const { rows, next } = pageOf(found, PAGE_ROWS, (last) => cursorAfter("newest", last));
  return { runs: rows.map((run) => toView(actor, run)), next, counts: await countStates() };
}

async function countStates(): Promise<Record<ExportFilter, number>> {
  const groups = await getDb().exportRun.groupBy({ by: ["state"], where: { bulkId: null }, _count: true });
  const count = (states: readonly ExportState[] | null): number =>
    groups
      .filter((group) => states === null || states.includes(group.state))
      .reduce((sum, group) => sum + group._count, 0);
  const counts = Object.entries(STATES_OF).map(([filter, states]) => [filter, count(states)]);
  return Object.fromEntries(counts) as Record<ExportFilter, number>;
}

/**
 * The finished file of a run, opened. Only a run that is DONE has one.
 * @throws AppError NOT_FOUND when it has none, or it has expired
 */
export async function openExportFile(actor: Actor, runId: string) {
  const { fileName, profile, fileKey, sha256 } = await getPublished(actor, runId);
  const { size, stream } = await openPublished(`${fileKey}/${dataName(profile)}`);
  return { fileName, profile, bytes: size, sha256, stream };
}

/**
 * The record beside the finished file, as JSON: who made it, when, from what, and the file's checksum.
 * @throws AppError NOT_FOUND as for the file
 */
export async function openExportRecord(actor: Actor, runId: string) {
  const { fileName, fileKey } = await getPublished(actor, runId);
  const { size, stream } = await openPublished(`${fileKey}/${RECORD_NAME}`);
  return { fileName: `${fileName}.record.json`, bytes: size, stream };
}

async function getPublished(actor: Actor, runId: string) {
  requirePermission(actor, "elements:export");
  const run = isId(runId)
    ? await getDb().exportRun.findFirst({ where: { id: runId, state: "DONE", fileKey: { not: null } } })
    : null;
  if (run === null || run.fileKey === null || run.sha256 === null)
    throw notFound(say("The file of this export"));
  const { fileName, fileKey, sha256 } = run;
  return { fileName, fileKey, sha256, profile: readProfile(run.profile) };
}

async function openPublished(key: string) {
  try {
    return await getStorage().openRead(key);
  } catch (thrown) {
    if (thrown instanceof StorageError && thrown.reason === "FILE_MISSING") {
      throw notFound(say("The file of this export"));
    }
    throw thrown;
  }
}

function toView(actor: Actor, run: RunWithPlace) {
  const { classes, view } = readRequest(run);
  return {
    id: run.id,
    state: run.state,
    /** The first of `classes`. */
    ifcClass: run.ifcClass,
    classes,
    /** The view as written in its address; null: everything. */
    view,
    modelName: run.modelName,
    cloud: toExportCloud(run.project.cloud),
    project: { id: run.project.id, name: run.project.name },
    /** The service's id. */
    modelId: Number(run.modelServiceId),
    profile: readProfile(run.profile),
    /** In READING elements read, in WRITING rows written, in VERIFYING rows compared. */
    rowsDone: run.rowsDone,
    rowsTotal: run.rowsTotal,
    /** Until the current step ends; null while unknown. */
    secondsLeft: secondsLeft(run),
    /** Property columns and the GlobalId. */
    columns: run.columns,
    /** Size of the file; the size so far while it is being written. */
    bytes: Number(run.bytes),
    sha256: run.sha256,
    /** Texts of the file that got an apostrophe; null while there is no file, and for runs from before they were counted. */
    guardedCells: run.guardedCells === null ? null : Number(run.guardedCells),
    fileName: run.fileName,
    /** The file can be downloaded now. */
    hasFile: run.state === "DONE" && run.fileKey !== null,
    /** When the file will be removed; null where there is none. */
    fileUntil: fileUntil(run),
    failure: recall(run, "failure"),
    reference: run.reference,
    actorName: run.actorName,
    cancelledBy: run.cancelledBy,
    /** The current person may cancel it now. */
    canCancel: isActive(run.state) && canCancelExport(actor, run),
    createdAt: run.createdAt.toISOString(),
    startedAt: run.startedAt?.toISOString() ?? null,
    endedAt: run.endedAt?.toISOString() ?? null,
  };
}

export type ExportRunView = ReturnType<typeof toView>;

/** The Cloud of a run's elements, its service and its world. */
export function toExportCloud({
  id,
  name,
  connection,
}: Prisma.CloudGetPayload<{ select: typeof CLOUD_FACTS }>) {
  return { id, name, service: connection.name, world: worldOf(connection) };
}

function fileUntil({ state, fileKey, endedAt }: RunWithPlace): string | null {
  if (state !== "DONE" || fileKey === null || endedAt === null) return null;
  return fileTimeOver(endedAt.getTime()).toISOString();
}

/** From the rate of the current step so far; null until a twentieth of it is done. */
export function secondsLeft({
  state,
  stepStartedAt,
  rowsDone,
  rowsTotal,
}: Pick<ExportRunModel, "state" | "stepStartedAt" | "rowsDone" | "rowsTotal">): number | null {
  if (!isActive(state) || stepStartedAt === null || rowsTotal === null) return null;
  if (rowsDone * 20 < rowsTotal || rowsDone === 0) return null;
  const elapsedMs = now().getTime() - stepStartedAt.getTime();
  return Math.max(0, Math.round((elapsedMs / 1000) * (rowsTotal / rowsDone - 1)));
}
