/**
 * Work that is repeated after the connection broke, a few times within a second: only work that uses ids made beforehand and itself detects
 * whether it is done already, since after a lost COMMIT it may be.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { isConnectionLost } from "./errors.ts";

const WAITS_MS = [50, 200, 600] as const;

/** The result of `work`, which gets the number of earlier tries. @throws what `work` threw last */
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
