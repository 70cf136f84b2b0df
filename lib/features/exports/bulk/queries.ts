/** Bulk runs for pages: their state is computed from their parts each time, so the two cannot disagree. */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { notFound } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { recall } from "#lib/core/language/stored-sentence.ts";
import { say } from "#lib/core/texts.ts";
import { getDb, type Prisma } from "#lib/db/client.ts";
import { listLosses, type Losses } from "./losses.ts";
import { archiveName } from "#lib/elements/file-names.ts";
import { leftOutSchema, type BulkState } from "../bulk-schema.ts";
import { canCancelExport, fileTimeOver } from "../policy.ts";
import { CLOUD_FACTS, secondsLeft, toExportCloud } from "../queries.ts";
import { readProfile, readViewName } from "../request.ts";
import { isActive } from "#lib/core/export-states.ts";

const FAILURES_SHOWN_MAX = 20;
const RUNS_SHOWN_MAX = 50;

const WITH_PARTS = {
  cloud: { select: CLOUD_FACTS },
  project: { select: { id: true, name: true } },
  parts: {
    select: {
      modelName: true,
      state: true,
      rowsDone: true,
      rowsTotal: true,
      modelsRead: true,
      stepStartedAt: true,
      bytes: true,
      fileKey: true,
      failure: true,
      failureSaid: true,
      endedAt: true,
    },
    orderBy: { id: "asc" },
  },
} satisfies Prisma.BulkRunInclude;

type BulkWithParts = Prisma.BulkRunGetPayload<{ include: typeof WITH_PARTS }>;

/** @throws AppError NOT_FOUND */
export async function getBulkRun(actor: Actor, bulkId: string): Promise<BulkRunView> {
  requirePermission(actor, "elements:export");
  const [view] = isId(bulkId) ? await readRuns(actor, { where: { id: bulkId } }) : [];
  if (view === undefined) throw notFound(say("This bulk export"));
  return view;
}

/** The newest bulk runs of this installation. */
export async function listBulkRuns(actor: Actor): Promise<BulkRunView[]> {
  requirePermission(actor, "elements:export");
  return readRuns(actor, { orderBy: [{ createdAt: "desc" }, { id: "desc" }], take: RUNS_SHOWN_MAX });
}

/** Runs, their parts and the parts' losses, read at one moment: a part ending in between would show a state that never existed. */
async function readRuns(actor: Actor, which: Prisma.BulkRunFindManyArgs): Promise<BulkRunView[]> {
  const { cloud, project, parts } = WITH_PARTS;
  const { runs, losses } = await getDb().$transaction(
    async (tx) => {
      const found = await tx.bulkRun.findMany({ ...which, include: { parts } });
      const ids = found.map(({ id }) => id);
      return { runs: found, losses: await listLosses(tx, ids) };
    },
    { isolationLevel: "RepeatableRead" },
  );
  // Queries of one transaction run one after the other; these two can run in parallel.
  const places = await getDb().bulkRun.findMany({
    where: { id: { in: runs.map(({ id }) => id) } },
    select: { id: true, cloud, project },
  });
  const placeOf = new Map(places.map((place) => [place.id, place]));
  return runs.flatMap((run) => {
    const place = placeOf.get(run.id);
    return place === undefined ? [] : [toView(actor, { ...run, ...place }, losses)];
  });
}

function toView(actor: Actor, run: BulkWithParts, losses: (runId: string) => Losses) {
  const { parts } = run;
  const done = parts.filter((part) => part.state === "DONE");
  const all = leftOutSchema.parse(run.leftOut);
  const leftOut = all.filter(({ asked }) => asked);
  const state = stateOf(run, leftOut.length);
  const working = parts.find((part) => isActive(part.state) && part.state !== "QUEUED");
  const failed = parts.filter((part) => part.state === "FAILED");
  // Files expire one by one: an archive without one of them would hide that it existed.
  const hasArchive =
    (state === "done" || state === "partly") && done.every(({ fileKey }) => fileKey !== null);
  const ended = parts.flatMap(({ endedAt }) => (endedAt === null ? [] : [endedAt.getTime()]));
  return {
    id: run.id,
    state,
    cloud: toExportCloud(run.cloud),
    /** null: the whole Cloud. */
    project: run.project,
    classes: run.classes,
    profile: readProfile(run.profile),
    /** Name of the view that its files show; null: all columns and rows of the classes. */
    viewName: readViewName(run.request),
    /** Models asked for, including those left out. */
    models: run.models,
    /**
     * `table`: progress of the one table; null where each model has its own file. `current`: the part in progress. `modelsDone`: models
     * with a finished file; for one table, models read so far.
     */
    ...(run.oneTable
      ? { table: tableStep(run), current: null, ...countOfTable(run, leftOut.length) }
      : {
          table: null,
          current:
            working === undefined ? null : { modelName: working.modelName, rowsDone: working.rowsDone },
          modelsDone: done.length,
          modelsFailed: failed.length,
        }),
    rows: done.reduce((sum, { rowsTotal }) => sum + (rowsTotal ?? 0), 0),
    /** Size of all files together, before packing. */
    bytes: done.reduce((sum, { bytes }) => sum + Number(bytes), 0),
    /** The first failures, each with its reason. */
    failures: failed.slice(0, FAILURES_SHOWN_MAX).map((part) => ({
      modelName: part.modelName,
      reason: recall(part, "failure") ?? say("no reason was recorded"),
    })),
    /** Models asked for that were left out. */
    leftOut,
    /** Models that could not be chosen because they had failed or were still in process. */
    notReady: all.filter(({ asked }) => !asked),
    ...losses(run.id),
    /** The archive can be downloaded now. */
    hasArchive,
    /** When the first of its files, and with it the archive, is removed; null where there is none. */
    archiveUntil: hasArchive ? fileTimeOver(Math.min(...ended)).toISOString() : null,
    fileName: archiveName((run.project ?? run.cloud).name, run.createdAt),
    reference: run.reference,
    actorName: run.actorName,
    cancelledBy: run.cancelledBy,
    canCancel: state === "running" && canCancelExport(actor, run),
    createdAt: run.createdAt.toISOString(),
    endedAt: state === "running" ? null : new Date(Math.max(run.createdAt.getTime(), ...ended)).toISOString(),
  };
}

export type BulkRunView = ReturnType<typeof toView>;

function tableStep({ parts: [part] }: BulkWithParts) {
  if (part === undefined) return null;
  const { state, rowsDone, rowsTotal, bytes } = part;
  return {
    state,
    /** In READING elements read, in WRITING rows written, in VERIFYING rows compared. */
    rowsDone,
    rowsTotal,
    /** Size of the file; the size so far while it is being written. */
    bytes: Number(bytes),
    secondsLeft: secondsLeft(part),
  };
}

export type TableStep = NonNullable<ReturnType<typeof tableStep>>;

/** One table has all its models or none; while it is made, the models read so far count. */
function countOfTable({ parts: [part], models }: BulkWithParts, leftOut: number) {
  const all = models - leftOut;
  if (part?.state === "DONE") return { modelsDone: all, modelsFailed: 0 };
  if (part?.state === "FAILED") return { modelsDone: 0, modelsFailed: all };
  return { modelsDone: Math.min(part?.modelsRead ?? 0, all), modelsFailed: 0 };
}

function stateOf({ parts, cancelledBy }: BulkWithParts, leftOut: number): BulkState {
  if (parts.some((part) => isActive(part.state))) return "running";
  if (cancelledBy !== null) return "cancelled";
  const done = parts.filter((part) => part.state === "DONE").length;
  if (done === 0) return "failed";
  return done === parts.length && leftOut === 0 ? "done" : "partly";
}
