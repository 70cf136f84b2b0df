/**
 * What the service repairs when Portico starts, and every hour: half-written files of dead processes, models that wait without a job, and
 * stored files without a row. Everything here may run twice and in several processes at once.
 */
import { now } from "#lib/core/clock.ts";
import { log } from "#lib/core/log/logger.ts";
import type { PrismaClient } from "#lib/db/client.ts";
import { hasJob } from "#lib/jobs/queue.ts";
import type { Storage } from "#lib/storage/storage.ts";
import { CLOUDS_PREFIX, documentsPrefix, modelPrefix, modelsPrefix } from "./keys.ts";
import { addIngestJob, ingestJobKey } from "./queue-model.ts";

/**
 * Younger files may belong to a request whose row is just being written. An S3 store dates a file by the start of its upload, so this must
 * be longer than the longest upload.
 */
const ORPHAN_AGE_MS = 24 * 60 * 60 * 1000;

type Dependencies = { db: PrismaClient; storage: Storage };

/** The cleaning at each start and every hour. @throws StorageError when the file store is unreachable; the next round cleans then. */
export async function sweepService({ db, storage }: Dependencies): Promise<void> {
  const temporary = await storage.sweepTemporary();
  const orphans = await removeOrphans({ db, storage });
  if (temporary + orphans > 0) log.info("leftovers were cleared away", { temporary, orphans });
}

/**
 * Adds a job for every model that waits without one (a restored backup, a job lost with its process); returns how many. Call this at each
 * start, when the queue's tables exist.
 */
export async function requeueModels(db: PrismaClient): Promise<number> {
  let requeued = 0;
  const waiting = await db.serviceModel.findMany({
    where: { status: { in: ["P", "W", "I"] } },
    select: { id: true, project: { select: { cloudId: true } } },
    orderBy: { id: "asc" },
  });
  for (const { id, project } of waiting) {
    if (await hasJob(db, ingestJobKey(id))) continue;
    await addIngestJob({ modelId: id, cloudId: project.cloudId }, db);
    requeued += 1;
  }
  if (requeued > 0) log.info("models that waited without a job were given one", { requeued });
  return requeued;
}

/** Removes stored files and answers without a row; returns how many. */
export async function removeOrphans({ db, storage }: Dependencies): Promise<number> {
  let count = 0;
  for await (const ids of iterateProjects(storage)) {
    count += await removeOrphanDocuments(ids, { db, storage });
    count += await removeOrphanAnswers(ids, { db, storage });
  }
  return count;
}

type ProjectIds = { cloudId: number; projectId: number };

async function* iterateProjects(storage: Storage): AsyncGenerator<ProjectIds> {
  for (const cloudId of await storage.listChildren(CLOUDS_PREFIX)) {
    for (const projectId of await storage.listChildren(`${CLOUDS_PREFIX}/${cloudId}/projects`)) {
      yield { cloudId: Number(cloudId), projectId: Number(projectId) };
    }
  }
}

async function removeOrphanDocuments(ids: ProjectIds, { db, storage }: Dependencies): Promise<number> {
  const stored: string[] = [];
  for await (const { key, modifiedAt } of storage.iterateFiles(documentsPrefix(ids))) {
    if (now().getTime() - modifiedAt.getTime() > ORPHAN_AGE_MS) stored.push(key);
  }
  if (stored.length === 0) return 0;
  const rows = await db.serviceDocument.findMany({
    where: { projectId: ids.projectId },
    select: { fileKey: true },
  });
  const known = new Set(rows.map((row) => row.fileKey));
  const orphans = stored.filter((key) => !known.has(key));
  for (const key of orphans) await storage.delete(key);
  return orphans.length;
}

/** Removes answers of deleted models; those of existing models are cleaned when the model is read again. */
async function removeOrphanAnswers(ids: ProjectIds, { db, storage }: Dependencies): Promise<number> {
  const stored = (await storage.listChildren(modelsPrefix(ids))).map(Number);
  if (stored.length === 0) return 0;
  const rows = await db.serviceModel.findMany({ where: { projectId: ids.projectId }, select: { id: true } });
  const known = new Set(rows.map((row) => row.id));
  const orphans = stored.filter((id) => !known.has(id));
  for (const id of orphans) await storage.deletePrefix(modelPrefix(ids, id));
  return orphans.length;
}
