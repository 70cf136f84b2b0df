/**
 * Which application may read the answers of which model, remembered for a moment: a program that reads class after class would
 * otherwise wait for the database as long as for the bytes. What this process changes is seen by the next call; what another one
 * changes, within REMEMBERED_MS (decision 0038). Nothing else of the service may be remembered here.
 */
import type { PrismaClient } from "#lib/db/client.ts";
import { countOwnWrites } from "#lib/db/own-writes.ts";

export const REMEMBERED_MS = 500;
const REMEMBERED_MAX = 1_000;

type Remembered<Row> = { row: Promise<Row | null>; writes: number; askedAtMs: number };

// Keyed by client, so that tests with several databases in one process do not share what they remember.
const memories = new WeakMap<PrismaClient, Map<string, Remembered<unknown>>>();

/**
 * The row that `find` gives for `key`, asked for at most REMEMBERED_MS ago and before no change of this process. Callers who ask at the
 * same time wait for one reading; an absent row and an error are never remembered. A key must stand for one kind of row.
 */
export function rememberCall<Row>(
  db: PrismaClient,
  key: string,
  find: () => Promise<Row | null>,
): Promise<Row | null> {
  const memory = memoryOf<Row>(db);
  const known = memory.get(key);
  const askedAtMs = performance.now();
  const writes = countOwnWrites();
  if (known !== undefined && known.writes === writes && askedAtMs - known.askedAtMs < REMEMBERED_MS) {
    return known.row;
  }
  const row = find();
  const entry = { row, writes, askedAtMs };
  memory.delete(key);
  const oldest = memory.keys().next();
  if (memory.size >= REMEMBERED_MAX && oldest.done !== true) memory.delete(oldest.value);
  memory.set(key, entry);
  const forget = (): void => {
    if (memory.get(key) === entry) memory.delete(key);
  };
  row.then((found) => {
    if (found === null) forget();
  }, forget);
  return row;
}

function memoryOf<Row>(db: PrismaClient): Map<string, Remembered<Row>> {
  const known = memories.get(db) as Map<string, Remembered<Row>> | undefined;
  if (known !== undefined) return known;
  const made = new Map<string, Remembered<Row>>();
  memories.set(db, made);
  return made;
}
