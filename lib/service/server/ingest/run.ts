/**
 * One run of the reader and its model's row: taking the model, giving it back, waiting for an unreachable file store, and cancelling: a
 * waiting model ends here, a model being read is ended by its own run, which checks the row once a second. Must not know how a file is
 * read.
 */
import { now } from "#lib/core/clock.ts";
import { newId } from "#lib/core/ids.ts";
import { log } from "#lib/core/log/logger.ts";
import { Prisma, type Db, type PrismaClient } from "#lib/db/client.ts";
import { StorageError } from "#lib/storage/errors.ts";
import type { Storage } from "#lib/storage/storage.ts";
import { emitModelStatus } from "../webhooks/events.ts";
import { modelPrefix } from "./keys.ts";
import { addIngestJob } from "./queue-model.ts";
import { kept } from "#lib/core/language/kept-texts.ts";

/** Interval between tries while the file store is unreachable; these tries do not count, because the file is not the cause. */
const STORE_AWAY_MS = 10_000;

/** True when no file can be read now, of any model. */
export async function isStoreAway(storage: Storage): Promise<boolean> {
  return storage.check().then(() => false, isAway);
}

function isAway(error: unknown): boolean {
  return error instanceof StorageError && error.reason === "STORE_UNAVAILABLE";
}

/** Puts the model into the queue again, with all its tries; nothing else changes. */
export async function waitForStore(modelId: number, db: Db): Promise<void> {
  const model = await db.serviceModel.findUnique({
    where: { id: modelId, status: { in: ["P", "W", "I"] } },
    select: { project: { select: { cloudId: true } } },
  });
  if (model === null) return;
  const runAt = new Date(now().getTime() + STORE_AWAY_MS);
  await addIngestJob({ modelId, cloudId: model.project.cloudId }, db, runAt);
  log.warn("a model waits: the file store is away", { modelId });
}

/** Takes the model for a new run; null when it was deleted or has ended already. */
export async function claimModel(modelId: number, db: PrismaClient) {
  const runId = newId();
  const isClaimed = await db.$transaction(async (tx) => {
    const isNews = (await tx.serviceModel.count({ where: { id: modelId, status: { not: "I" } } })) > 0;
    const { count } = await tx.serviceModel.updateMany({
      where: { id: modelId, status: { in: ["P", "W", "I"] } },
      data: { status: "I", runId, progress: Prisma.DbNull },
    });
    if (count > 0 && isNews) await emitModelStatus(tx, modelId);
    return count > 0;
  });
  if (!isClaimed) return null;
  const model = await db.serviceModel.findUnique({
    where: { id: modelId },
    include: { document: true, project: { select: { id: true, cloudId: true } } },
  });
  if (model === null || model.document === null) return null;
  const ids = { cloudId: model.project.cloudId, projectId: model.project.id };
  const { fileKey, fileName } = model.document;
  const prefix = modelPrefix(ids, modelId);
  return {
    modelId,
    runId,
    fileKey,
    fileName,
    isCancelled: model.cancelledAt !== null,
    /** Everything ever made from the model. */
    prefix,
    /** Where this run's answers go. */
    answers: `${prefix}/${runId}`,
    /** Answers of an earlier processing, which this run replaces. */
    previous: model.answersKey,
  };
}

export type Run = NonNullable<Awaited<ReturnType<typeof claimModel>>>;

/** Removes what dead runs left. */
export async function removeLeftovers({ prefix, previous }: Run, storage: Storage): Promise<void> {
  for (const name of await storage.listChildren(prefix)) {
    if (`${prefix}/${name}` !== previous) await storage.deletePrefix(`${prefix}/${name}`);
  }
}

/**
 * Lets the model wait for its next try; a row that another run has taken over is not changed.
 * @throws the error, so that the queue counts the try, unless the file store was unreachable.
 */
export async function giveBack(run: Run, error: unknown, db: PrismaClient): Promise<void> {
  await db.$transaction(async (tx) => {
    const { count } = await tx.serviceModel.updateMany({
      where: { id: run.modelId, runId: run.runId, status: "I" },
      data: { status: "P", progress: Prisma.DbNull },
    });
    if (count === 0) return;
    await emitModelStatus(tx, run.modelId);
    if (isAway(error)) await waitForStore(run.modelId, tx);
  });
  if (!isAway(error)) throw error;
}

export const CANCELLED = kept(
  "Reading this model was cancelled, so it cannot be queried. To read the model, process it again.",
);

/** Cancels in the caller's transaction. A model that has ended already is unchanged. */
export async function cancelReading(modelId: number, tx: Db): Promise<void> {
  const { count } = await tx.serviceModel.updateMany({
    where: { id: modelId, status: { in: ["P", "W", "I"] }, cancelledAt: null },
    data: { cancelledAt: now() },
  });
  if (count === 0) return;
  const waiting = await tx.serviceModel.updateMany({
    where: { id: modelId, status: { in: ["P", "W"] } },
    data: {
      status: "E",
      errors: [CANCELLED],
      warnings: [],
      runId: null,
      progress: Prisma.DbNull,
    },
  });
  if (waiting.count > 0) await emitModelStatus(tx, modelId);
}
