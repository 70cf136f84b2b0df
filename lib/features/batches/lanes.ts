/** Work on rows, several at the same time, for a while: another job does the rest. */

/** After this time the other batches on the same connection get their turn. */
const SLICE_MS = 20_000;

/**
 * Works on rows of one generator in several lanes; a lane ends when its work answers false. Waits for all lanes, also when one fails.
 * Returns whether the time was over.
 * @throws what a lane throws; on a stop the signal's reason: the queue hands the job to the next process without counting this try
 */
export async function workForAWhile<Row>(
  rows: AsyncGenerator<Row>,
  lanes: number,
  signal: AbortSignal,
  work: (row: Row) => Promise<boolean>,
): Promise<boolean> {
  const endsAt = performance.now() + SLICE_MS;
  const lane = async (): Promise<void> => {
    while (!signal.aborted && performance.now() < endsAt) {
      const next = await rows.next();
      if (next.done === true || !(await work(next.value))) return;
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: lanes }, lane));
  const failed = ended.find((one) => one.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  signal.throwIfAborted();
  return performance.now() >= endsAt;
}
