/**
 * Remembers for a moment which application may read the answers of which model: otherwise a program that reads class after class would wait
 * for the database as long as for the bytes. Changes by this process take effect at the next call, changes by other processes within
 * REMEMBERED_MS (decision 0038). Nothing else of the service may be remembered here.
 */
import { LRUCache } from "lru-cache";
import type { PrismaClient } from "#lib/db/client.ts";
import { countOwnWrites } from "#lib/db/own-writes.ts";

export const REMEMBERED_MS = 500;
const REMEMBERED_MAX = 1_000;

type Remembered<Row> = { row: Promise<Row | null>; writes: number };
type Memory<Row> = LRUCache<string, Remembered<Row>>;

// Keyed by client, so that tests with several databases in one process do not share a memory.
const memories = new WeakMap<PrismaClient, Memory<unknown>>();

/**
 * The row that `find` returns for `key`, read at most REMEMBERED_MS ago and after this process's last change. Concurrent callers share one
 * reading; absent rows and errors are never remembered. A key must be used for only one kind of row.
 */
export function rememberCall<Row>(
  db: PrismaClient,
  key: string,
  find: () => Promise<Row | null>,
): Promise<Row | null> {
  const memory = memoryOf<Row>(db);
  const known = memory.get(key);
  const writes = countOwnWrites();
  if (known?.writes === writes) return known.row;
  const row = find();
  const entry = { row, writes };
  memory.set(key, entry);
  const forget = (): void => {
    if (memory.peek(key) === entry) memory.delete(key);
  };
  row.then((found) => {
    if (found === null) forget();
  }, forget);
  return row;
}

function memoryOf<Row>(db: PrismaClient): Memory<Row> {
  const known = memories.get(db) as Memory<Row> | undefined;
  if (known !== undefined) return known;
  const made: Memory<Row> = new LRUCache({
    max: REMEMBERED_MAX,
    ttl: REMEMBERED_MS,
    // Exact, and by the clock that a test may have set.
    ttlResolution: 0,
    perf: { now: () => performance.now() },
  });
  memories.set(db, made as Memory<unknown>);
  return made;
}
