/** The losses that were forecast for the parts of bulk runs, before their files were written. */
import { Prisma, type Db } from "#lib/db/client.ts";
import { readLossForecast, type LossForecast } from "../bulk-request.ts";

/** Of each run. */
const SHOWN_MAX = 20;
/** For all runs of a page together: the first losses of each are shown. */
const LOSSES_READ_MAX = 1_000;

/** What is known of the losses of one run. */
export type Losses = ReturnType<Awaited<ReturnType<typeof listLosses>>>;

type Forecast = { modelName: string; forecast: LossForecast };

/** What was found in the parts of runs before they were written, by the run's id; only runs with something. */
export async function listLosses(db: Db, ids: readonly string[]) {
  const lossy = await listForecasts(db, ids, "losses");
  const lacking = await listForecasts(db, ids, "absent");
  return (runId: string) => ({
    /** Files for which the forecast found losses: how many, and the first of them. */
    lossyFiles: lossy.counts.get(runId) ?? 0,
    losses: lossy.first(runId).map(({ modelName, forecast }) => ({
      modelName,
      titles: forecast.losses.map(({ title }) => title),
    })),
    /** Files without something that the view names: how many, and for the first of them which columns and conditions of which model. */
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
      .slice(0, SHOWN_MAX),
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
      (byRun.get(runId) ?? []).slice(0, SHOWN_MAX).flatMap(({ modelName, forecast: stored }) => {
        const forecast = readLossForecast(stored);
        return forecast === null ? [] : [{ modelName, forecast }];
      }),
  };
}
