/** Waiting in tests: for a condition, never for a time. */
import { setTimeout as wait } from "node:timers/promises";

const POLL_MS = 20;

/**
 * Repeats a check until it returns something other than null, undefined, false or 0: a count of nothing is no more than a "not yet".
 * @throws Error naming `what` when that does not happen within `deadlineMs`.
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  deadlineMs = 20_000,
): Promise<T> {
  const end = performance.now() + deadlineMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null && answer !== undefined && answer !== false && answer !== 0) return answer;
    if (performance.now() > end) throw new Error(`did not come about in ${String(deadlineMs)} ms: ${what}`);
    await wait(POLL_MS);
  }
}
