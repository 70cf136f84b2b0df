/** Bursts of calls. A machine that is too busy gives some of them no connection or lock in time, and tells them so. */
import { AppError } from "#lib/core/errors.ts";
import { isDatabaseAway } from "#lib/db/errors.ts";

/**
 * Makes this many calls at the same moment. How many come through is the machine's matter, so tests say what holds for any number of them.
 * @returns the results of the calls that got through
 * @throws whatever else one ended with
 */
export async function atOnce<T>(count: number, call: (n: number) => Promise<T>): Promise<T[]> {
  const ends = await Promise.allSettled(Array.from({ length: count }, (_, n) => call(n)));
  return ends.flatMap((end) => {
    if (end.status === "fulfilled") return [end.value];
    if (!isTooBusy(end.reason)) throw end.reason;
    return [];
  });
}

/** Said by the database, or by the portal in its place. */
function isTooBusy(thrown: unknown): boolean {
  const isTold = thrown instanceof AppError && thrown.code === "UNAVAILABLE";
  return isDatabaseAway(isTold ? thrown.cause : thrown);
}
