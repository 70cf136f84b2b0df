/** Rows of batches: the ones to send, for the job, which works on several at the same time; all rows, page by page, for people and files. */
import { UNSENT_STATES } from "#lib/features/operations/rules/policy.ts";
import { pageOf } from "#lib/core/paging/page-of.ts";

const PAGE = 100;
/** After this time the other batches on the same connection get their turn. */
const SLICE_MS = 20_000;

/** Condition for rows to send: included, not held back, and not sent so far. */
export const UNSENT = {
  isIncluded: true,
  heldBack: null,
  OR: [{ operationId: null }, { operation: { state: { in: [...UNSENT_STATES] } } }],
};

/** The next rows after number `n`, at most `take`, in order. */
type ReadRows<R> = (n: number, take: number) => Promise<R[]>;

/** All rows in order, read page by page. */
export async function* iterateRows<R extends { n: number }>(read: ReadRows<R>): AsyncGenerator<R> {
  for (let n = 0; ;) {
    const rows = await read(n, PAGE);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    ({ n } = last);
  }
}

/** At most `limit` rows after number `n`, and the number to continue after; null at the end. */
export async function readPage<R extends { n: number }>(
  read: ReadRows<R>,
  n: number,
  limit: number,
): Promise<{ rows: R[]; next: number | null }> {
  return pageOf(await read(n, limit + 1), limit, (last) => last.n);
}

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
