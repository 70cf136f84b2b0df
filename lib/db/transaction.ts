/**
 * One interactive transaction with the portal's limits: it may wait for a connection during a burst, but holds the connection only briefly.
 */
import { getDb, type Db } from "./client.ts";

const RUN_MS_MAX = 10_000;

/** Runs `work` in a transaction; set `runMsMax` for one that writes many rows. */
export function inTransaction<T>(work: (tx: Db) => Promise<T>, runMsMax = RUN_MS_MAX): Promise<T> {
  return getDb().$transaction(work, { timeout: runMsMax });
}
