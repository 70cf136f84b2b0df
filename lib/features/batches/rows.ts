/** Rows of batches page by page: the ones to send, for the job; all rows, for people and files. */
import { UNSENT_STATES } from "#lib/features/operations/rules/policy.ts";

const PAGE = 100;

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
  const found = await read(n, limit + 1);
  const rows = found.slice(0, limit);
  return { rows, next: found.length > limit ? (rows.at(-1)?.n ?? null) : null };
}
