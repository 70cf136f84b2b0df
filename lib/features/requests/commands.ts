/**
 * Records each exchange with a service, for some days and up to a number of rows. Written in batches beside the work: a record may be lost,
 * the call itself never is.
 */
import { after } from "#lib/core/clock.ts";
import { log } from "#lib/core/log/logger.ts";
import { getDb } from "#lib/db/client.ts";
import { takeCallNotes, type CallNote } from "#lib/service/client/observed.ts";
import { KEPT_DAYS, KEPT_ROWS_MAX } from "./schema.ts";

/** Short, so that a person who opens an operation that has just ended finds its requests. */
const WRITE_AFTER_MS = 200;
const BATCH_ROWS_MAX = 500;
/** The most that is held while the database is unavailable. */
const WAITING_ROWS_MAX = 5_000;
const DAY_MS = 24 * 60 * 60_000;

/** Starts recording. Returns a function that stops it and writes the rest. */
export function startRequestRecords(): () => Promise<void> {
  let waiting: CallNote[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  const write = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_ROWS_MAX);
      waiting = waiting.slice(BATCH_ROWS_MAX);
      try {
        await getDb().requestRecord.createMany({ data: batch });
      } catch (thrown) {
        log.error("records of requests to services were lost", thrown, { count: batch.length });
      }
    }
  };
  const writeSoon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      writing = writing.then(write);
    }, WRITE_AFTER_MS).unref();
  };
  takeCallNotes((note) => {
    if (waiting.length < WAITING_ROWS_MAX) waiting.push(note);
    writeSoon();
  });
  return async () => {
    takeCallNotes(null);
    clearTimeout(timer);
    await writing.then(write);
  };
}

/** Removes records that are too old, and the oldest ones above the limit. Returns how many. */
export async function sweepRequests(rowsMax = KEPT_ROWS_MAX): Promise<number> {
  const db = getDb();
  const old = await db.requestRecord.deleteMany({ where: { at: { lt: after(-KEPT_DAYS * DAY_MS) } } });
  const [first] = await db.requestRecord.findMany({
    orderBy: { id: "desc" },
    skip: rowsMax,
    take: 1,
    select: { id: true },
  });
  if (first === undefined) return old.count;
  const many = await db.requestRecord.deleteMany({ where: { id: { lte: first.id } } });
  return old.count + many.count;
}
