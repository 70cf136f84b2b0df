import { expect, test } from "vitest";
import { Semaphore } from "#lib/core/process/semaphore.ts";

const gone = (): Error => new Error("gone");

test("turns come in order, pass on directly, and are free when nobody waits", async () => {
  const turns = new Semaphore(1);
  const begun: string[] = [];
  const take = async (name: string): Promise<() => void> => {
    const release = await turns.acquire(undefined, gone);
    begun.push(name);
    return release;
  };
  const [first, second] = [await take("first"), take("second")];
  expect(turns.queued).toBe(1);
  first();
  // Whoever comes at this moment goes behind the one whose turn it is.
  const third = take("third");
  (await second)();
  (await third)();
  expect(begun).toEqual(["first", "second", "third"]);
  expect([turns.queued, turns.isIdle]).toEqual([0, true]);
});

test("whoever leaves is gone at once, and takes nobody's turn", async () => {
  const turns = new Semaphore(1);
  const release = await turns.acquire(undefined, gone);
  const leaving = new AbortController();
  const leaver = turns.acquire(leaving.signal, gone);
  const stays = turns.acquire(undefined, gone);
  leaving.abort();
  expect(turns.queued).toBe(1);
  await expect(leaver).rejects.toThrow("gone");
  release();
  (await stays)();
  expect(turns.isIdle).toBe(true);
});

test("a turn that comes in the moment of leaving is kept, so that it is given back", async () => {
  const turns = new Semaphore(1);
  const release = await turns.acquire(undefined, gone);
  const leaving = new AbortController();
  const late = turns.acquire(leaving.signal, gone);
  release();
  leaving.abort();
  (await late)();
  expect(turns.isIdle).toBe(true);
});
