import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PrismaClient } from "#lib/db/client.ts";
import { watchWrites } from "#lib/db/own-writes.ts";
import { REMEMBERED_MS, rememberCall } from "#lib/service/server/oauth/bearer.ts";

/** A lookup for one key; each increments a counter, so that an answer tells when it was looked up. */
let remember: (key?: string, find?: () => Promise<number | null>) => Promise<number | null>;
let found: number;
const find = (): Promise<number | null> => Promise.resolve((found += 1));
// A key of the memory; it is never called.
const database = (): PrismaClient => ({}) as PrismaClient;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  // Calls never come at the very first moment of a process.
  vi.advanceTimersByTime(1);
  const db = database();
  found = 0;
  remember = (key = "a", asked = find) => rememberCall(db, key, asked);
});
afterEach(() => {
  vi.useRealTimers();
});

function tellWrite(tag: string): void {
  const connection = new EventEmitter();
  watchWrites(connection);
  connection.emit("commandComplete", { text: tag });
}

test("callers at the same time, and a moment later, share one reading", async () => {
  expect(await Promise.all([remember(), remember()])).toEqual([1, 1]);
  expect(await remember()).toBe(1);
  expect(found).toBe(1);
});

test("half a second later the database is asked again", async () => {
  await remember();
  vi.advanceTimersByTime(REMEMBERED_MS);
  expect(await remember()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await remember()).toBe(2);
});

test("another key and another database are asked for themselves", async () => {
  expect(await remember()).toBe(1);
  expect(await remember("b")).toBe(2);
  expect(await rememberCall(database(), "a", find)).toBe(3);
});

test.each(["INSERT 0 1", "UPDATE 1", "DELETE 0", "COMMIT", "TRUNCATE TABLE", "MERGE 1", "CREATE TABLE"])(
  "%s ends what was remembered",
  async (tag) => {
    await remember();
    tellWrite(tag);
    expect(await remember()).toBe(2);
  },
);

test.each(["SELECT 1", "BEGIN", "ROLLBACK", "SET"])("%s does not", async (tag) => {
  await remember();
  tellWrite(tag);
  expect(await remember()).toBe(1);
});

test("a change while the row is being read counts as after it", async () => {
  const { promise, resolve } = Promise.withResolvers<number | null>();
  const first = remember("a", () => promise);
  tellWrite("COMMIT");
  resolve(0);
  expect(await first).toBe(0);
  expect(await remember()).toBe(1);
});

test("what is absent, and what failed, is asked for again", async () => {
  expect(await remember("a", () => Promise.resolve(null))).toBeNull();
  await expect(remember("a", () => Promise.reject(new Error("gone")))).rejects.toThrow("gone");
  expect(await remember()).toBe(1);
});

test("a thousand are remembered, the longest known one gives way", async () => {
  for (let n = 0; n <= 1_000; n += 1) await remember(`model ${String(n)}`);
  expect(await remember("model 1")).toBe(2);
  expect(await remember("model 0")).toBe(1_002);
});
