/** Waits for work until a signal aborts: only the wait ends then, the work goes on for whoever else waits for it. */
import { addAbortListener } from "node:events";

/**
 * What the work comes to, unless the signal aborts first.
 * @param reason makes the error of the abort
 */
export async function untilAborted<T>(
  work: Promise<T>,
  signal: AbortSignal,
  reason: () => Error,
): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(reason());
  if (signal.aborted) abort();
  const listener = signal.aborted ? null : addAbortListener(signal, abort);
  try {
    return await Promise.race([aborted.promise, work]);
  } finally {
    listener?.[Symbol.dispose]();
  }
}
