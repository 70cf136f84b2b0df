/** Waiting in tests: for a condition, never for a time. */
import { setTimeout as wait } from "node:timers/promises";

const POLL_MS = 20;
/** Ends what never comes about; no measure of speed. Half of what a test may take, so that the test says what it waits for. */
const DEADLINE_MS = 120_000;
/** Asking takes at most a fifth of the time: often it is the process of the awaited work that answers, or the same processor. */
const REST_PER_ASKING = 4;
/** A question that takes longer waits for most of that time itself, for instance for a page. */
const REST_MS_MAX = 500;

/**
 * Repeats a check until it returns something other than null, undefined, false or 0: a count of nothing is no more than a "not yet".
 * @throws Error naming `what` when that does not happen within `deadlineMs`.
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  deadlineMs = DEADLINE_MS,
): Promise<T> {
  const end = performance.now() + deadlineMs;
  for (;;) {
    const askedAt = performance.now();
    const answer = await ask();
    if (answer !== null && answer !== undefined && answer !== false && answer !== 0) return answer;
    const now = performance.now();
    if (now > end) throw new Error(`did not come about in ${String(deadlineMs)} ms: ${what}`);
    await wait(Math.max(POLL_MS, Math.min(REST_PER_ASKING * (now - askedAt), REST_MS_MAX)));
  }
}

/** Repeats a question until its answer is enough; returns that answer. @throws as `until` */
export async function askUntil<T>(
  what: string,
  ask: () => Promise<T>,
  isEnough: (answer: T) => boolean,
  deadlineMs?: number,
): Promise<T> {
  const askOnce = async () => {
    const answer = await ask();
    return isEnough(answer) && { answer };
  };
  return (await until(what, askOnce, deadlineMs)).answer;
}

/** The same until what is asked about is no longer in this state. */
export function askUntilNoLonger<T extends { state: string }>(
  what: string,
  state: T["state"],
  ask: () => Promise<T>,
  deadlineMs?: number,
): Promise<T> {
  return askUntil(what, ask, (answer) => answer.state !== state, deadlineMs);
}
