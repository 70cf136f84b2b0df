/**
 * Keeps the stored readings within a total size: removes the least recently used first, never one in use. A removed reading can be read
 * again, so only time is lost.
 */
import { after } from "#lib/core/clock.ts";
import { isId } from "#lib/core/ids.ts";
import { log } from "#lib/core/log/logger.ts";
import { getDb } from "#lib/db/client.ts";
import { ACTIVE_EXPORT_STATES } from "#lib/core/export-states.ts";
import { getStorage } from "#lib/storage/instance.ts";
import { keepOlderPropertyNames } from "./property-names.ts";
import { SNAPSHOTS_PREFIX, snapshotKey } from "./snapshot-files.ts";
import { markDead } from "./snapshot-rows.ts";

/** The total size of all readings on disk. */
export const SNAPSHOT_BYTES_MAX = 5 * 1024 ** 3;
/** A reading used this recently may be open on somebody's page. */
const IN_USE_MS = 10 * 60_000;
/** How long rows of failed readings are kept to explain what happened. */
const FAILED_KEPT_MS = 24 * 3_600_000;

/** Removes readings until the rest fits; returns how many were removed. */
export async function evictSnapshots(bytesMax: number = SNAPSHOT_BYTES_MAX): Promise<number> {
  const db = getDb();
  const sum = await db.snapshot.aggregate({ where: { state: "READY" }, _sum: { storedBytes: true } });
  let excess = Number(sum._sum.storedBytes ?? 0n) - bytesMax;
  let removed = 0;
  while (excess > 0) {
    const candidates = await db.snapshot.findMany({
      where: evictable(),
      orderBy: { lastUsedAt: "asc" },
      take: 50,
      select: { id: true, storedBytes: true },
    });
    if (candidates.length === 0) break;
    for (const { id, storedBytes } of candidates) {
      if (excess <= 0) break;
      if (!(await removeIfUnused(id))) continue;
      excess -= Number(storedBytes);
      removed += 1;
    }
  }
  return removed;
}

function evictable() {
  return {
    state: "READY" as const,
    lastUsedAt: { lt: after(-IN_USE_MS) },
    exports: { none: { state: { in: [...ACTIVE_EXPORT_STATES] } } },
  };
}

/** Removes the row first, in one statement with the check; whoever has the files open can read on. */
async function removeIfUnused(id: string): Promise<boolean> {
  const { count } = await getDb().snapshot.deleteMany({ where: { id, ...evictable() } });
  if (count === 0) return false;
  await getStorage().deletePrefix(snapshotKey(id));
  return true;
}

/**
 * Cleanup at a start: readings whose reader died, files without a row, rows of old failures, too much on disk. Several processes may call
 * it at once.
 */
export async function sweepSnapshots(): Promise<void> {
  const db = getDb();
  const dead = await db.snapshot.findMany({
    where: { state: "READING", leaseUntil: { lte: after(0) } },
    select: { id: true },
  });
  for (const { id } of dead) await markDead(id);
  await db.snapshot.deleteMany({ where: { state: "FAILED", startedAt: { lt: after(-FAILED_KEPT_MS) } } });
  const folders = (await getStorage().listChildren(SNAPSHOTS_PREFIX)).filter(isId);
  // A reading's row exists before its files, so files without a row, or with a failed one, are unused.
  const rows = await db.snapshot.findMany({
    where: { id: { in: folders }, state: { not: "FAILED" } },
    select: { id: true },
  });
  const known = new Set(rows.map((row) => row.id));
  for (const id of folders) {
    if (known.has(id)) continue;
    log.info("files of a reading that nobody owns are removed", { snapshotId: id });
    await getStorage().deletePrefix(snapshotKey(id));
  }
  await evictSnapshots();
  await keepOlderPropertyNames();
}
