/**
 * The losses of the parts of bulk runs: forecast by the same check of values as in the dialog of a single export (forecast.ts), after the
 * model was read and before its file is written, kept, and listed with their run.
 */
import { conflict } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";
import { getDb, Prisma, type Db } from "#lib/db/client.ts";
import { forecast } from "#lib/elements/files/forecast.ts";
import type { ExportChoice } from "#lib/elements/files/forecast/items.ts";
import { idsByCase, scanTable } from "#lib/elements/files/forecast/scan.ts";
import { readLossForecast, type BulkRequest, type LossForecast } from "../request.ts";
import { ownRun, type Claim, type RunProgress } from "../progress.ts";
import type { RunTable } from "../tables/table-source.ts";

/** Of each run. */
const SHOWN_MAX = 20;
/** For all runs of a page together: the first losses of each are shown. */
const LOSSES_READ_MAX = 1_000;

/**
 * Finds what the chosen format and options will do to the values of a table.
 * @throws AppError CONFLICT for losses if the person wants no file with losses; ElementsError of the table
 */
export async function forecastPart(
  { table, readings, absent }: RunTable,
  choice: ExportChoice,
  onLoss: BulkRequest["onLoss"],
  claim: Claim,
  { signal }: RunProgress,
): Promise<LossForecast> {
  const ids = idsByCase(readings.flatMap(({ warnings }) => warnings));
  const facts = await scanTable(table, ids, signal);
  const losses = forecast(facts, choice)
    .filter(({ tone }) => tone !== "ok")
    .map(({ title, detail }) => ({ title, detail }));
  const found = { rows: facts.rows, rowsSeen: facts.rowsSeen, losses, absent };
  if (losses.length + absent.length === 0) return found;
  await getDb().exportRun.updateMany({ where: ownRun(claim), data: { forecast: found } });
  if (losses.length === 0 || onLoss === "write") return found;
  throw conflict(
    say(
      "Skipped, because the file would lose data: {losses}. Export again with another format or other options, or allow the loss.",
      { losses: losses.map(({ title, detail }) => `${title} (${detail})`).join("; ") },
    ),
  );
}

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
        const found = readLossForecast(stored);
        return found === null ? [] : [{ modelName, forecast: found }];
      }),
  };
}
