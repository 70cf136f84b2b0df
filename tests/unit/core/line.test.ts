import { expect, test } from "vitest";
import { Line } from "#lib/core/process/line.ts";

const gone = (): Error => new Error("gone");

test("places are taken in order, pass on directly, and are free when nobody waits", async () => {
  const line = new Line(1);
  const begun: string[] = [];
  const take = async (name: string): Promise<() => void> => {
    const giveBack = await line.take(undefined, gone);
    begun.push(name);
    return giveBack;
  };
  const [first, second] = [await take("first"), take("second")];
  expect(line.waiting).toBe(1);
  first();
  // Whoever comes at this moment goes behind the one whose turn it is.
  const third = take("third");
  (await second)();
  (await third)();
  expect(begun).toEqual(["first", "second", "third"]);
  expect([line.waiting, line.isEmpty]).toEqual([0, true]);
});

test("whoever leaves is gone at once, and takes nobody's turn", async () => {
  const line = new Line(1);
  const giveBack = await line.take(undefined, gone);
  const leaving = new AbortController();
  const leaver = line.take(leaving.signal, gone);
  const stays = line.take(undefined, gone);
  leaving.abort();
  expect(line.waiting).toBe(1);
  await expect(leaver).rejects.toThrow("gone");
  giveBack();
  (await stays)();
  expect(line.isEmpty).toBe(true);
});

test("a turn that comes in the moment of leaving is kept, so that it is given back", async () => {
  const line = new Line(1);
  const giveBack = await line.take(undefined, gone);
  const leaving = new AbortController();
  const late = line.take(leaving.signal, gone);
  giveBack();
  leaving.abort();
  (await late)();
  expect(line.isEmpty).toBe(true);
});
