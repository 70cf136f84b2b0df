/**
 * Does database work again after the connection broke, a few times within a second. Only for work that is addressed by ids made
 * beforehand and finds out by itself whether it was done already: after a lost COMMIT it may have been.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { isConnectionLost } from "./errors.ts";

const WAITS_MS = [50, 200, 600] as const;

/** Result of `work`, which is told how often it was tried before. @throws what it threw last */
export async function withReconnects<T>(work: (round: number) => Promise<T>): Promise<T> {
  for (const [round, waitMs] of WAITS_MS.entries()) {
    try {
      return await work(round);
    } catch (thrown) {
      if (!isConnectionLost(thrown)) throw thrown;
      await sleep(waitMs);
    }
  }
  return work(WAITS_MS.length);
}
