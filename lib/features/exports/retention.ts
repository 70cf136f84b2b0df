/**
 * Cleanup at every start and every hour: runs whose job is gone, files without a run, expired files. Several processes may run it at once.
 */
import { after } from "#lib/core/clock.ts";
import { log } from "#lib/core/log/logger.ts";
import { getDb } from "#lib/db/client.ts";
import { addJob, hasJob } from "#lib/jobs/queue.ts";
import { getStorage } from "#lib/storage/instance.ts";
import { FILE_KEPT_DAYS } from "./policy.ts";
import { attemptKey, EXPORTS_PREFIX } from "./published-files.ts";
import { ACTIVE_EXPORT_STATES } from "#lib/core/export-states.ts";

const DAY_MS = 24 * 3_600_000;
/** A folder younger than this may belong to a runner that is just publishing it. */
const SETTLED_MS = 10 * 60_000;

/** Runs all cleanups below once. */
export async function sweepExports(): Promise<void> {
  await resumeRuns();
  await removeOldFiles();
  await removeOrphans();
}

async function resumeRuns(): Promise<void> {
  const db = getDb();
  const runs = await db.exportRun.findMany({
    where: { state: { in: [...ACTIVE_EXPORT_STATES] } },
    select: { id: true, bulkId: true },
  });
  for (const { id, bulkId } of runs) {
    const key = `export:${id}`;
    if (await hasJob(db, key)) continue;
    log.warn("an export run without a job is queued again", { runId: id });
    await addJob(db, bulkId === null ? "portal.export-csv" : "portal.export-part", { runId: id }, { key });
  }
}

async function removeOldFiles(): Promise<void> {
  const db = getDb();
  const old = await db.exportRun.findMany({
    where: { state: "DONE", fileKey: { not: null }, endedAt: { lt: after(-FILE_KEPT_DAYS * DAY_MS) } },
    select: { id: true, fileKey: true },
  });
  for (const { id, fileKey } of old) {
    if (fileKey === null) continue;
    await db.exportRun.updateMany({ where: { id }, data: { fileKey: null } });
    await getStorage().deletePrefix(fileKey);
  }
}

async function removeOrphans(): Promise<void> {
  const storage = getStorage();
  for (const token of await storage.listChildren(EXPORTS_PREFIX)) {
    const key = attemptKey(token);
    if ((await getDb().exportRun.count({ where: { fileKey: key } })) > 0) continue;
    const facts = await storage.findFacts(key);
    if (facts !== null && facts.modifiedAt.getTime() > after(-SETTLED_MS).getTime()) continue;
    log.info("files of an export that no run names are removed", { key });
    await storage.deletePrefix(key);
  }
}
