/**
 * Makes the details of a model: one maker at a time for each model, across all processes (by a database lock), and one at a time in this
 * process, since each keeps a core busy. Callers waiting for the same model share a maker. A maker continues when its callers have left, so
 * that a caller who retries after a timeout finds the work done.
 */
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { newId } from "#lib/core/ids.ts";
import { untilAborted } from "#lib/core/process/until-aborted.ts";
import { log } from "#lib/core/log/logger.ts";
import type { PrismaClient } from "#lib/db/client.ts";
import { deriveInWorker } from "#lib/ifc/details/in-worker.ts";
import { storageFull } from "#lib/storage/errors.ts";
import type { Storage } from "#lib/storage/storage.ts";
import { FOLDER_PREFIX, findFolder, isLeftover, pointTo } from "./details.ts";

/** First of the lock's two numbers; the second is the model's id. */
const LOCK_KIND = 1_886_352_247;
/** How long a maker may hold the lock: longer than the longest allowed reading. */
const HOLD_MS = 40 * 60_000;
const CONNECT_MS = 30_000;
/** Interval between checks of a model that another process works on. */
const LOOK_MS = 300;

export type DetailsTarget = { modelId: number; answersKey: string; fileKey: string; fileBytes: number };

export type MakeDependencies = { db: PrismaClient; storage: Storage };

type Flight = { done: Promise<void>; waiting: number };

const flights = new Map<string, Flight>();
let lastTurn: Promise<unknown> = Promise.resolve();

/** Ensures that the details exist. @throws what went wrong; the signal's reason when the caller has left */
export async function ensureDetails(
  target: DetailsTarget,
  signal: AbortSignal,
  dependencies: MakeDependencies,
): Promise<void> {
  signal.throwIfAborted();
  const flight = flights.get(target.answersKey) ?? startFlight(target, dependencies);
  flight.waiting += 1;
  try {
    await untilAborted(flight.done, signal, () => signal.reason as Error);
  } finally {
    flight.waiting -= 1;
  }
}

function startFlight(target: DetailsTarget, dependencies: MakeDependencies): Flight {
  const isWanted = (): boolean => flight.waiting > 0;
  const done = makeOrWait(target, isWanted, dependencies).finally(() => flights.delete(target.answersKey));
  done.catch((error: unknown) => {
    // Waiting callers get the error, and it is logged where it is answered.
    if (!isWanted())
      log.error("the details of a model could not be made", error, { modelId: target.modelId });
  });
  const flight: Flight = { done, waiting: 0 };
  flights.set(target.answersKey, flight);
  return flight;
}

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = lastTurn.then(work);
  lastTurn = done.catch(() => undefined);
  return done;
}

async function makeOrWait(
  target: DetailsTarget,
  isWanted: () => boolean,
  dependencies: MakeDependencies,
): Promise<void> {
  const make = (): Promise<boolean> => inTurn(async () => !isWanted() || makeUnderLock(target, dependencies));
  while (!(await make())) {
    if (await waitForOther(target, isWanted, dependencies)) return;
  }
}

/**
 * Waits while another process makes them. No turn is needed for that: other models are made here meanwhile.
 * @returns false when that process ended without making them
 */
async function waitForOther(
  { answersKey, modelId }: DetailsTarget,
  isWanted: () => boolean,
  { db, storage }: MakeDependencies,
): Promise<boolean> {
  for (;;) {
    await wait(LOOK_MS);
    if (!isWanted() || (await findFolder(answersKey, storage)) !== null) return true;
    const [row] = await db.$queryRaw<{ locked: boolean }[]>`
      select exists (
        select from pg_locks
        where locktype = 'advisory' and classid = ${LOCK_KIND}::oid and objid = ${modelId}::oid and objsubid = 2
          and granted and database = (select oid from pg_database where datname = current_database())
      ) as locked`;
    if (row?.locked !== true) return false;
  }
}

/** False when another process holds the lock. In a database without such locks, two makers may do the same work. */
async function makeUnderLock(target: DetailsTarget, dependencies: MakeDependencies): Promise<boolean> {
  const { db, storage } = dependencies;
  return db.$transaction(
    async (tx) => {
      const [row] = await tx.$queryRaw<{ locked: boolean }[]>`
        select pg_try_advisory_xact_lock(${LOCK_KIND}::int, ${target.modelId}::int) as locked`;
      if (row?.locked !== true) return false;
      // The transaction only holds the lock while files are read, so it is idle for longer than others may be.
      await tx.$executeRaw`select set_config('idle_in_transaction_session_timeout', ${String(HOLD_MS)}, true)`;
      if ((await findFolder(target.answersKey, storage)) !== null) return true;
      await make(target, storage);
      await removeIfReplaced(target, dependencies);
      return true;
    },
    { timeout: HOLD_MS, maxWait: CONNECT_MS },
  );
}

async function make(target: DetailsTarget, storage: Storage): Promise<void> {
  const { answersKey, fileKey, modelId } = target;
  await removeLeftovers(answersKey, storage);
  await storage.assertWorkRoom(target.fileBytes);
  await using work = await storage.makeWorkFolder();
  const outputDir = path.join(work.path, "details");
  await using file = await storage.borrowFile(fileKey);
  const result = await deriveInWorker({ inputPath: file.path, outputDir });
  if (result.status === "full") throw storageFull(new Error(result.reason));
  if (result.status === "failed") throw new Error(`details could not be made: ${result.reason}`);
  const folder = `${FOLDER_PREFIX}${newId()}`;
  await storage.publishFolder(outputDir, `${answersKey}/${folder}`);
  await pointTo(folder, answersKey, storage);
  log.info("the details of a model were made", { modelId });
}

/** Removes what killed makers and former versions left; safe, because this is the only maker at work. */
async function removeLeftovers(answersKey: string, storage: Storage): Promise<void> {
  for (const name of await storage.listChildren(answersKey)) {
    if (isLeftover(name)) await storage.deletePrefix(`${answersKey}/${name}`);
  }
}

/** If the model was deleted or processed again meanwhile, its answers are gone, and these details must go too. */
async function removeIfReplaced(target: DetailsTarget, { db, storage }: MakeDependencies): Promise<void> {
  const { modelId: id, answersKey } = target;
  if ((await db.serviceModel.count({ where: { id, answersKey } })) === 0)
    await storage.deletePrefix(answersKey);
}
