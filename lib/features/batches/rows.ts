/**
 * Rows of batches page by page: those that would be sent, for the job; all of them, for people and files.
 */
import { UNSENT_STATES } from "#lib/features/operations/rules/policy.ts";

const PAGE = 100;

/** Of rows that would be sent: nothing stands against them, and nothing of them was sent so far. */
export const UNSENT = {
  isIncluded: true,
  heldBack: null,
  OR: [{ operationId: null }, { operation: { state: { in: [...UNSENT_STATES] } } }],
};

/** The rows after the `n`th, at most `take`, in their order. */
type ReadRows<R> = (n: number, take: number) => Promise<R[]>;

/** All rows in their order, read page by page. */
export async function* iterateRows<R extends { n: number }>(read: ReadRows<R>): AsyncGenerator<R> {
  for (let n = 0; ;) {
    const rows = await read(n, PAGE);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    ({ n } = last);
  }
}

/** At most `limit` rows after the `n`th, and the number to go on after; null at the end. */
export async function readPage<R extends { n: number }>(
  read: ReadRows<R>,
  n: number,
  limit: number,
): Promise<{ rows: R[]; next: number | null }> {
  const found = await read(n, limit + 1);
  const rows = found.slice(0, limit);
  return { rows, next: found.length > limit ? (rows.at(-1)?.n ?? null) : null };
}
