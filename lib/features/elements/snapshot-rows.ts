/**
 * The rows behind readings: which one is current for a model and class, who may read, and how a reading ends. One statement per decision,
 * so that any number of processes may ask at once. Never touches files or the service.
 */
import { after, now } from "#lib/core/clock.ts";
import { newId } from "#lib/core/ids.ts";
import type { Sentence } from "#lib/core/language/kept-texts.ts";
import { say } from "#lib/core/texts.ts";
import { getDb, type Prisma, type SnapshotModel } from "#lib/db/client.ts";
import { stored } from "#lib/db/stored-sentence.ts";
import { isUniqueViolation } from "#lib/db/errors.ts";
import type { SnapshotMeta } from "#lib/elements/snapshot/meta.ts";

/** A reader silent for this long is dead. */
export const LEASE_MS = 20_000;
/** After a failure, nothing is retried automatically for this long: reloading a page must not hammer a service. */
export const RETRY_HOLD_MS = 60_000;

export const READER_DIED = say(
  "Portico stopped while reading the answer, so nothing was kept. Read the elements again.",
);

/** Two readings are the same if they are of the same unchanged model and class. */
export type SnapshotKey = {
  projectId: string;
  modelServiceId: bigint;
  ifcClass: string;
  modelVersion: string;
};

export type Acquired = {
  row: SnapshotModel;
  /** The caller made the row: it must read, or mark the row as failed. */
  isReader: boolean;
};

/** What a new reading replaces: nothing that exists, a recent failure, or anything that has ended. */
export type Again = "never" | "failed" | "always";

/** The current reading for a key, or a new one that the caller has to read. A running reading is always current. */
export async function acquireSnapshot(
  key: SnapshotKey,
  options: { modelName: string; reference: string; again: Again },
): Promise<Acquired> {
  for (;;) {
    const newest = await getDb().snapshot.findFirst({ where: key, orderBy: { generation: "desc" } });
    if (newest !== null && (await counts(newest, options.again))) return { row: newest, isReader: false };
    try {
      const row = await getDb().snapshot.create({
        data: {
          id: newId(),
          ...key,
          modelName: options.modelName,
          generation: (newest?.generation ?? 0) + 1,
          state: "READING",
          leaseUntil: after(LEASE_MS),
          reference: options.reference,
          startedAt: now(),
          lastUsedAt: now(),
        },
      });
      return { row, isReader: true };
    } catch (thrown) {
      // Another process was quicker: its row is now the newest.
      if (!isUniqueViolation(thrown)) throw thrown;
    }
  }
}

async function counts(row: SnapshotModel, again: Again): Promise<boolean> {
  const isLive = row.leaseUntil.getTime() > now().getTime();
  if (row.state === "READY") return again !== "always";
  if (row.state === "FAILED") return again === "never" && isLive;
  if (isLive) return true;
  await markDead(row.id);
  return false;
}

/** The newest finished reading of a class of a model, for any version of the model; null when there is none. */
export function findNewestReady(key: Omit<SnapshotKey, "modelVersion">): Promise<SnapshotModel | null> {
  return getDb().snapshot.findFirst({ where: { ...key, state: "READY" }, orderBy: { readAt: "desc" } });
}

/** Ends a reading whose reader died. */
export async function markDead(id: string): Promise<void> {
  await getDb().snapshot.updateMany({
    where: { id, state: "READING", leaseUntil: { lte: now() } },
    data: { state: "FAILED", ...stored("failure", READER_DIED) },
  });
}

/** Renews the reader's lease and stores its progress. False: the reading was taken away and must stop. */
export async function renewLease(id: string, progress: { bytes: number; rows: number }): Promise<boolean> {
  const { bytes, rows } = progress;
  return change(id, "READING", { leaseUntil: after(LEASE_MS), bytes: BigInt(bytes), rows });
}

/** Publishes a finished reading. False: it was taken away meanwhile, and its files must be removed. */
export async function markReady(id: string, meta: SnapshotMeta, storedBytes: number): Promise<boolean> {
  return change(id, "READING", {
    state: "READY",
    bytes: BigInt(meta.bytes),
    storedBytes: BigInt(storedBytes),
    rows: meta.rows,
    columns: meta.columns.length,
    sha256: meta.sha256,
    readAt: now(),
    lastUsedAt: now(),
  });
}

/** Changes a reading that is still in this state; false when it is not. */
async function change(
  id: string,
  state: SnapshotModel["state"],
  data: Prisma.SnapshotUpdateManyMutationInput,
): Promise<boolean> {
  const { count } = await getDb().snapshot.updateMany({ where: { id, state }, data });
  return count > 0;
}

/** Ends a reading without a result; `holdMs`: how long no automatic retry follows. */
export async function markFailed(id: string, failure: Sentence, holdMs: number): Promise<void> {
  const why = stored("failure", failure);
  await change(id, "READING", { state: "FAILED", ...why, leaseUntil: after(holdMs) });
}

/** Invalidates a finished reading whose files are missing. */
export async function markLost(id: string): Promise<void> {
  const why = stored(
    "failure",
    say("The stored copy of the answer is no longer in the data folder. Read the elements again."),
  );
  await change(id, "READY", { state: "FAILED", ...why, leaseUntil: now(), storedBytes: 0n });
}

const TOUCH_EVERY_MS = 60_000;

/** Records that a reading is in use, at most once a minute. */
export async function touch(row: { id: string; lastUsedAt: Date }): Promise<void> {
  if (now().getTime() - row.lastUsedAt.getTime() < TOUCH_EVERY_MS) return;
  await getDb().snapshot.updateMany({ where: { id: row.id }, data: { lastUsedAt: now() } });
}
