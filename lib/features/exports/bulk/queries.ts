/** Bulk runs for pages: their state is computed from their parts each time, so the two cannot disagree. */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { notFound } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { recall } from "#lib/core/language/stored-sentence.ts";
import { say } from "#lib/core/texts.ts";
import { getDb, Prisma, type BulkRunModel, type Db } from "#lib/db/client.ts";
import { archiveName } from "./names.ts";
import { readLossForecast, readViewName, type LossForecast } from "../bulk-request.ts";
import { leftOutSchema, type BulkRunView, type BulkState, type TableStep } from "../bulk-schema.ts";
import { canCancelExport, fileTimeOver } from "../policy.ts";
import { CLOUD_FACTS, secondsLeft, toExportCloud } from "../queries.ts";
import { readProfile } from "../request.ts";
import { isActive } from "#lib/core/export-states.ts";

const FAILURES_SHOWN_MAX = 20;
const RUNS_SHOWN_MAX = 50;
/** For all runs of a page together: the first losses of each are shown. */
const LOSSES_READ_MAX = 1_000;

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

/** The row of a bulk run; null when there is none. */
export async function findBulkRow(bulkId: string): Promise<BulkRunModel | null> {
  return isId(bulkId) ? getDb().bulkRun.findUnique({ where: { id: bulkId } }) : null;
}

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

type Losses = Pick<BulkRunView, "lossyFiles" | "losses" | "lackingFiles" | "lacking">;
type Forecast = { modelName: string; forecast: LossForecast };

/** What was found in the parts of runs before they were written, by the run's id; only runs with something. */
async function listLosses(db: Db, ids: readonly string[]): Promise<(runId: string) => Losses> {
  const lossy = await listForecasts(db, ids, "losses");
  const lacking = await listForecasts(db, ids, "absent");
  return (runId) => ({
    lossyFiles: lossy.counts.get(runId) ?? 0,
    losses: lossy.first(runId).map(({ modelName, forecast }) => ({
      modelName,
      titles: forecast.losses.map(({ title }) => title),
    })),
    lackingFiles: lacking.counts.get(runId) ?? 0,
    // One table over many models names the model of each absence.
    lacking: lacking
      .first(runId)
      .flatMap(({ modelName, forecast }) =>
        forecast.absent.map(({ model, columns, conditions }) => ({
          modelName: model ?? modelName,
          columns,
          conditions,
        })),
      )
      .slice(0, FAILURES_SHOWN_MAX),
  });
}

/** The parts whose forecast has something under this key: how many of each run, and the first of them. */
async function listForecasts(
  db: Db,
  ids: readonly string[],
  key: "losses" | "absent",
): Promise<{ counts: ReadonlyMap<string, number>; first: (runId: string) => Forecast[] }> {
  const where = {
    bulkId: { in: [...ids] },
    state: "DONE" as const,
    forecast: { not: Prisma.AnyNull },
    NOT: { forecast: { path: [key], equals: [] } },
  };
  const counts = await db.exportRun.groupBy({ by: ["bulkId"], where, _count: true });
  const parts = await db.exportRun.findMany({
    where,
    select: { bulkId: true, modelName: true, forecast: true },
    orderBy: { id: "asc" },
    take: LOSSES_READ_MAX,
  });
  const byRun = Map.groupBy(parts, ({ bulkId }) => bulkId);
  return {
    counts: new Map(counts.flatMap(({ bulkId, _count }) => (bulkId === null ? [] : [[bulkId, _count]]))),
    first: (runId) =>
      (byRun.get(runId) ?? []).slice(0, FAILURES_SHOWN_MAX).flatMap(({ modelName, forecast: stored }) => {
        const forecast = readLossForecast(stored);
        return forecast === null ? [] : [{ modelName, forecast }];
      }),
  };
}

function toView(actor: Actor, run: BulkWithParts, losses: (runId: string) => Losses): BulkRunView {
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
    project: run.project,
    classes: run.classes,
    profile: readProfile(run.profile),
    viewName: readViewName(run.request),
    models: run.models,
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
    bytes: done.reduce((sum, { bytes }) => sum + Number(bytes), 0),
    failures: failed.slice(0, FAILURES_SHOWN_MAX).map((part) => ({
      modelName: part.modelName,
      reason: recall(part, "failure") ?? say("no reason was recorded"),
    })),
    leftOut,
    notReady: all.filter(({ asked }) => !asked),
    ...losses(run.id),
    hasArchive,
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

function tableStep({ parts: [part] }: BulkWithParts): TableStep | null {
  if (part === undefined) return null;
  const { state, rowsDone, rowsTotal, bytes } = part;
  return { state, rowsDone, rowsTotal, bytes: Number(bytes), secondsLeft: secondsLeft(part) };
}

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
