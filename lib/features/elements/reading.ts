/**
 * Reads a service's answer into a snapshot, in this process, in parallel to the request that asked for it: renews the lease every second,
 * publishes the files whole or not at all, and records the end in the row. snapshot-rows.ts decides who may read.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { now } from "#lib/core/clock.ts";
import { log } from "#lib/core/log/logger.ts";
import { getDb, type SnapshotModel } from "#lib/db/client.ts";
import { writeSnapshot } from "#lib/elements/read/snapshot-writer.ts";
import { JOB_RETRIES, PAGE_RETRIES } from "#lib/http/retry.ts";
import { getStorage } from "#lib/storage/instance.ts";
import { evictSnapshots } from "./eviction.ts";
import { failureWords } from "./failure-words.ts";
import { storedSize, snapshotKey } from "./snapshot-files.ts";
import {
  acquireSnapshot,
  markDead,
  markFailed,
  markReady,
  READER_DIED,
  renewLease,
  RETRY_HOLD_MS,
  type Acquired,
  type Again,
} from "./snapshot-rows.ts";
import type { ModelView } from "#lib/features/models/schema.ts";
import { modelVersion, type ModelSource } from "#lib/features/models/source.ts";
import { closeTables, prepareTable } from "./open-tables.ts";
import { keepPropertyNames } from "./property-names.ts";
import { beginRaw } from "./raw.ts";
import { oncePerProcess } from "#lib/core/once-per-process.ts";

const RENEW_MS = 1_000;
const POLL_MS = 150;

class Stopped extends Error {}

type Reading = { done: Promise<void>; aborter: AbortController };

const shared = oncePerProcess("readings", () => ({
  readings: new Map<string, Reading>(),
  makingRoom: Promise.resolve(),
}));
const { readings } = shared;

/** The current reading of a class of a model, or a new one that is started here; its row records the outcome. */
export async function joinReading(
  source: ModelSource,
  model: ModelView,
  ifcClass: string,
  options: { reference: string; again: Again },
  patience: "page" | "job" = "page",
): Promise<Acquired> {
  const { projectId } = source;
  const key = {
    projectId,
    modelServiceId: BigInt(model.modelId),
    ifcClass,
    modelVersion: modelVersion(model),
  };
  const acquired = await acquireSnapshot(key, { ...options, modelName: model.name });
  if (!acquired.isReader) return acquired;
  const { row } = acquired;
  const aborter = new AbortController();
  const done = read(row, source, aborter, patience).finally(() => readings.delete(row.id));
  readings.set(row.id, { done, aborter });
  return acquired;
}

async function read(
  row: SnapshotModel,
  source: ModelSource,
  aborter: AbortController,
  patience: "page" | "job",
): Promise<void> {
  const progress = { bytes: 0, rows: 0 };
  const renewal = setInterval(() => {
    renewLease(row.id, progress).then(
      (isMine) => {
        if (!isMine) aborter.abort(new Stopped("the reading was taken over"));
      },
      (thrown: unknown) => {
        log.warn("a reading's lease could not be renewed", { snapshotId: row.id, cause: String(thrown) });
      },
    );
  }, RENEW_MS);
  try {
    await readInto(row, source, aborter.signal, patience, (state) => Object.assign(progress, state));
    makeRoom();
  } catch (thrown) {
    await settleFailure(row, thrown, aborter.signal);
  } finally {
    clearInterval(renewal);
  }
}

/** Nobody but an orderly stop waits until older readings are removed: the new one can be used. */
function makeRoom(): void {
  shared.makingRoom = shared.makingRoom
    .then(() => evictSnapshots())
    .then(
      () => undefined,
      (thrown: unknown) => log.warn("older readings could not be removed", { cause: String(thrown) }),
    );
}

async function readInto(
  row: SnapshotModel,
  source: ModelSource,
  signal: AbortSignal,
  patience: "page" | "job",
  onProgress: (progress: { bytes: number; rows: number }) => void,
): Promise<void> {
  const storage = getStorage();
  const key = snapshotKey(row.id);
  await using work = await storage.makeWorkFolder();
  const date = now();
  const answer = await source.client.streamSimpleElements(
    source.cloudServiceId,
    source.projectServiceId,
    Number(row.modelServiceId),
    row.ifcClass,
    { signal, retries: patience === "page" ? PAGE_RETRIES : JOB_RETRIES },
  );
  const raw = beginRaw(row, source, patience, signal);
  try {
    const meta = await writeSnapshot({
      source: answer.body,
      dir: work.path,
      signal,
      date,
      onProgress,
      relations: raw.takeRelations,
      units: raw.takeUnits,
    });
    await storage.publishFolder(work.path, key);
    await keepPropertyNames(row.id, meta);
    if (!(await markReady(row.id, meta, await storedSize(row.id)))) await storage.deletePrefix(key);
    else if (patience === "page") prepareTable(row);
  } finally {
    raw.stop();
  }
}

async function settleFailure(row: SnapshotModel, thrown: unknown, signal: AbortSignal): Promise<void> {
  const isStopped = signal.aborted && signal.reason instanceof Stopped;
  const failure = isStopped ? READER_DIED : failureWords(thrown, row.reference);
  try {
    await markFailed(row.id, failure, isStopped ? 0 : RETRY_HOLD_MS);
  } catch (cause) {
    // The lease expires; whoever asks next finds the reading dead and takes it over.
    log.error("the end of a reading could not be recorded", cause, { snapshotId: row.id });
  }
}

/**
 * Waits until a reading has ended, in whatever process, or until the time is up.
 * @param options `lookMs`: how often to check a reading of another process
 * @returns the row as it is then; null when it was removed
 */
export async function waitForReading(
  id: string,
  options: { deadlineMs: number; signal?: AbortSignal; lookMs?: number },
): Promise<SnapshotModel | null> {
  const until = performance.now() + options.deadlineMs;
  for (;;) {
    options.signal?.throwIfAborted();
    const row = await getDb().snapshot.findUnique({ where: { id } });
    if (row === null || row.state !== "READING") return row;
    const leftMs = until - performance.now();
    if (leftMs <= 0) return row;
    if (row.leaseUntil.getTime() <= now().getTime()) {
      await markDead(id);
      continue;
    }
    const own = readings.get(id);
    const pauseMs = own === undefined ? Math.min(options.lookMs ?? POLL_MS, leftMs) : leftMs;
    const pause = sleep(pauseMs, undefined, options.signal && { signal: options.signal });
    await (own === undefined ? pause : Promise.race([own.done, pause]));
  }
}

/** Ends all readings of this process at an orderly stop; they start again when somebody asks. */
export async function stopReadings(): Promise<void> {
  const open = [...readings.values()];
  for (const reading of open) reading.aborter.abort(new Stopped("Portico is stopping"));
  await Promise.all(open.map((reading) => reading.done));
  await shared.makingRoom;
  await closeTables();
}
