/**
 * How far the reading of a model is, written to its row at most once a second and only while its run holds the row. Progress
 * is a courtesy: a write that fails is forgotten, and never delays the reading.
 */
import { log } from "#lib/core/logger.ts";
import type { PrismaClient } from "#lib/db/client.ts";

const INTERVAL_MS = 1_000;

export type Progress = { phase: string; done: number; total: number };

export type ProgressWriter = {
  note: (progress: Progress) => void;
  /** Resolves when nothing more will be written. */
  end: () => Promise<void>;
};

/** A writer for one run of one model. */
export function createProgressWriter(
  run: { modelId: number; runId: string },
  db: PrismaClient,
): ProgressWriter {
  let writing: Promise<void> | null = null;
  let next = 0;
  let isEnded = false;
  const write = async (progress: Progress): Promise<void> => {
    try {
      await db.serviceModel.updateMany({
        where: { id: run.modelId, runId: run.runId, status: "I" },
        data: { progress },
      });
    } catch (error) {
      log.error("the progress of a model could not be written", error, { modelId: run.modelId });
    }
  };
  return {
    note: ({ phase, done, total }) => {
      const time = performance.now();
      if (isEnded || writing !== null || time < next) return;
      next = time + INTERVAL_MS;
      writing = write({ phase, done, total }).finally(() => {
        writing = null;
      });
    },
    end: async () => {
      isEnded = true;
      await writing;
    },
  };
}
