/**
 * Links a run with its model's row during the reading: once a second the progress is written, and a row that was cancelled, deleted or
 * taken over ends the reading. Failed writes are ignored; they never delay the reading.
 */
import { log } from "#lib/core/log/logger.ts";
import type { PrismaClient } from "#lib/db/client.ts";

const INTERVAL_MS = 1_000;

export type Progress = { phase: string; done: number; total: number };

/** A watch for one run of one model. */
export function watchRun(run: { modelId: number; runId: string }, db: PrismaClient) {
  const where = { id: run.modelId, runId: run.runId, status: "I" as const };
  const select = { cancelledAt: true };
  const unwanted = new AbortController();
  let noted: Progress | null = null;
  let asking: Promise<void> | null = null;

  async function exchange() {
    const progress = noted;
    if (progress === null) return db.serviceModel.findFirst({ where, select });
    noted = null;
    const [row] = await db.serviceModel.updateManyAndReturn({ where, data: { progress }, select });
    return row ?? null;
  }

  async function ask(): Promise<void> {
    try {
      const row = await exchange();
      if (row !== null && row.cancelledAt === null) return;
      unwanted.abort(new Error("the reading is no longer wanted"));
    } catch (error) {
      log.error("the progress of a model could not be written", error, { modelId: run.modelId });
    }
  }

  const timer = setInterval(() => {
    asking ??= ask().finally(() => {
      asking = null;
    });
  }, INTERVAL_MS);

  return {
    note: ({ phase, done, total }: Progress): void => {
      noted = { phase, done, total };
    },
    /** Aborts when the reading is no longer wanted. */
    signal: unwanted.signal,
    /** Resolves when nothing more will be written. */
    end: async (): Promise<void> => {
      clearInterval(timer);
      await asking;
    },
  };
}
