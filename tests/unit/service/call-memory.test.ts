import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PrismaClient } from "#lib/db/client.ts";
import { watchWrites } from "#lib/db/own-writes.ts";
import { REMEMBERED_MS, rememberCall } from "#lib/service/server/oauth/bearer.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  // Calls never come at the very first moment of a process.
  vi.advanceTimersByTime(1);
});
afterEach(() => {
  vi.useRealTimers();
});

// A key of the memory; it is never called.
const database = (): PrismaClient => ({}) as PrismaClient;

/** Each lookup increments a counter, so that an answer tells when it was looked up. */
function counting(): { find: () => Promise<number | null>; count: () => number } {
  let found = 0;
  return { find: () => Promise.resolve((found += 1)), count: () => found };
}

function tellWrite(tag: string): void {
  const connection = new EventEmitter();
  watchWrites(connection);
  connection.emit("commandComplete", { text: tag });
}

test("callers at the same time, and a moment later, share one reading", async () => {
  const db = database();
  const { find, count } = counting();
  expect(await Promise.all([rememberCall(db, "a", find), rememberCall(db, "a", find)])).toEqual([1, 1]);
  expect(await rememberCall(db, "a", find)).toBe(1);
  expect(count()).toBe(1);
});

test("half a second later the database is asked again", async () => {
  const db = database();
  const { find } = counting();
  await rememberCall(db, "a", find);
  vi.advanceTimersByTime(REMEMBERED_MS);
  expect(await rememberCall(db, "a", find)).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await rememberCall(db, "a", find)).toBe(2);
});

test("another key and another database are asked for themselves", async () => {
  const [db, other] = [database(), database()];
  const { find } = counting();
  expect(await rememberCall(db, "a", find)).toBe(1);
  expect(await rememberCall(db, "b", find)).toBe(2);
  expect(await rememberCall(other, "a", find)).toBe(3);
});

test.each(["INSERT 0 1", "UPDATE 1", "DELETE 0", "COMMIT", "TRUNCATE TABLE", "MERGE 1", "CREATE TABLE"])(
  "%s ends what was remembered",
  async (tag) => {
    const db = database();
    const { find } = counting();
    await rememberCall(db, "a", find);
    tellWrite(tag);
    expect(await rememberCall(db, "a", find)).toBe(2);
  },
);

test.each(["SELECT 1", "BEGIN", "ROLLBACK", "SET"])("%s does not", async (tag) => {
  const db = database();
  const { find } = counting();
  await rememberCall(db, "a", find);
  tellWrite(tag);
  expect(await rememberCall(db, "a", find)).toBe(1);
});

test("a change while the row is being read counts as after it", async () => {
  const db = database();
  const { find } = counting();
  const { promise, resolve } = Promise.withResolvers<number | null>();
  const first = rememberCall(db, "a", () => promise);
  tellWrite("COMMIT");
  resolve(0);
  expect(await first).toBe(0);
  expect(await rememberCall(db, "a", find)).toBe(1);
});

test("what is absent, and what failed, is asked for again", async () => {
  const db = database();
  const { find } = counting();
  expect(await rememberCall(db, "a", () => Promise.resolve(null))).toBeNull();
  await expect(rememberCall(db, "a", () => Promise.reject(new Error("gone")))).rejects.toThrow("gone");
  expect(await rememberCall(db, "a", find)).toBe(1);
});

test("a thousand are remembered, the longest known one gives way", async () => {
  const db = database();
  const { find } = counting();
  for (let n = 0; n <= 1_000; n += 1) await rememberCall(db, `model ${String(n)}`, find);
  expect(await rememberCall(db, "model 1", find)).toBe(2);
  expect(await rememberCall(db, "model 0", find)).toBe(1_002);
});
