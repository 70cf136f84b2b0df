/** Counted tries: what counts as the same key, how long a refused try has to wait, and that the number of counts is bounded. */
import { beforeEach, expect, test } from "vitest";
import { AppError } from "#lib/core/errors.ts";
import { countTry, dropOldTries, forgetTries, type Limits, type Place } from "#lib/db/try-counter.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { useStoppedClock } from "#tests/support/stopped-clock.ts";

const LIMITS: Limits = { purpose: "test", windowMs: 60_000, perPairMax: 3, perNetworkMax: 5 };
const DELAYED: Limits = { ...LIMITS, accountDelay: { freeTries: 2, firstMs: 1000, longestMs: 4000 } };

let clock = { ms: Date.now() };
const stopClock = useStoppedClock();

const { db } = await useTestDatabase();
beforeEach(async () => {
  await db.signInFailure.deleteMany({});
  clock = stopClock(clock.ms);
});

/** Seconds to wait; 0 for a try that was counted. */
async function tryAt(limits: Limits, place: Place): Promise<number> {
  try {
    await countTry(db, limits, place);
    return 0;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === "RATE_LIMITED")
      return thrown.details.retryAfterSeconds ?? -1;
    throw thrown;
  }
}

async function tryFrom(networks: readonly string[], limits = LIMITS): Promise<number[]> {
  const waits: number[] = [];
  for (const [n, networkAddress] of networks.entries())
    waits.push(await tryAt(limits, { address: `account-${String(n)}`, networkAddress }));
  return waits;
}

test("tries from one IPv6 /64 are tries from one place, whatever their addresses", async () => {
  const hosts = Array.from({ length: 6 }, (_, n) => `2001:db8:7:1:${String(n)}::${String(n)}`);
  expect(await tryFrom(hosts)).toEqual([0, 0, 0, 0, 0, 60]);
  expect(await tryFrom(["2001:db8:7:2::1", "2001:db8:8:1::1"])).toEqual([0, 0]);
});

test("an IPv4-mapped IPv6 address is the IPv4 address", async () => {
  const mixed = ["192.0.2.1", "::ffff:192.0.2.1", "::ffff:c000:201", "192.0.2.1", "::ffff:192.0.2.1"];
  expect(await tryFrom([...mixed, "192.0.2.1", "192.0.2.2"])).toEqual([0, 0, 0, 0, 0, 60, 0]);
});

test("many /64 of one /48 have four times as many tries together, and a neighbour is not affected", async () => {
  const subnets = Array.from({ length: 21 }, (_, n) => `2001:db8:9:${n.toString(16)}::1`);
  expect((await tryFrom(subnets)).filter((wait) => wait === 0)).toHaveLength(20);
  expect(await tryFrom(["2001:db8:a::1"])).toEqual([0]);
});

test("a refused try says how long to wait, and after that there is one again", async () => {
  const place = { address: "owner", networkAddress: "192.0.2.1" };
  for (let n = 0; n < 3; n += 1) {
    expect(await tryAt(LIMITS, place)).toBe(0);
    clock.ms += 10_000;
  }
  expect(await tryAt(LIMITS, place)).toBe(30);
  clock.ms += 29_000;
  expect(await tryAt(LIMITS, place)).toBe(1);
  clock.ms += 1000;
  expect(await tryAt(LIMITS, place)).toBe(0);
});

test("tries for one account from many networks wait longer and longer, up to the cap; refused ones do not add to it", async () => {
  let network = 0;
  const guess = (): Promise<number> => {
    network += 1;
    return tryAt(DELAYED, { address: "owner", networkAddress: `198.51.100.${String(network)}` });
  };
  expect([await guess(), await guess()]).toEqual([0, 0]);
  for (const seconds of [1, 2, 4, 4, 4]) {
    expect([await guess(), await guess()]).toEqual([seconds, seconds]);
    clock.ms += seconds * 1000;
    expect(await guess()).toBe(0);
  }
  expect(await tryAt(DELAYED, { address: "colleague", networkAddress: "198.51.100.1" })).toBe(0);
});

test("a known browser is counted by itself: guesses from elsewhere and from its own network do not reach it", async () => {
  const owner = { address: "owner", networkAddress: "192.0.2.1", browser: "known" };
  for (let n = 0; n < 9; n += 1) await tryAt(DELAYED, { address: "owner", networkAddress: "192.0.2.1" });
  expect(await tryAt(DELAYED, { ...owner, browser: null })).toBeGreaterThan(0);
  const counted = await countTry(db, DELAYED, owner);
  await forgetTries(db, DELAYED, owner, counted);
  for (let n = 0; n < 3; n += 1) expect(await tryAt(DELAYED, owner)).toBe(0);
  expect(await tryAt(DELAYED, owner)).toBe(60);
});

test("of forty tries at once no more than the limit are admitted, and of those for a delayed account at most one", async () => {
  const place = { address: "owner", networkAddress: "192.0.2.1" };
  const waits = await Promise.all(Array.from({ length: 40 }, () => tryAt(LIMITS, place)));
  expect(waits.filter((wait) => wait === 0).length).toBeLessThanOrEqual(LIMITS.perPairMax);

  await db.signInFailure.deleteMany({});
  for (const n of [1, 2]) await tryAt(DELAYED, { address: "owner", networkAddress: `192.0.2.${String(n)}` });
  clock.ms += 1000;
  const delayed = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      tryAt(DELAYED, { address: "owner", networkAddress: `198.51.100.${String(n)}` }),
    ),
  );
  expect(delayed.filter((wait) => wait === 0).length).toBeLessThanOrEqual(1);
});

test("what counts nowhere any more is dropped, and of everything else all but the newest", async () => {
  const DAY_MS = 24 * 3_600_000;
  const rows = (count: number, failedAt: Date) =>
    Array.from({ length: count }, (_, n) => ({ keyHash: `key ${String(n)}`, failedAt }));
  await db.signInFailure.createMany({ data: rows(50, new Date(clock.ms - DAY_MS - 1)) });
  await db.signInFailure.createMany({ data: rows(50, new Date(clock.ms)) });
  await dropOldTries(db, 1000);
  expect(await db.signInFailure.count()).toBe(50);
  await dropOldTries(db, 20);
  expect(await db.signInFailure.count()).toBe(20);
});

test("a flood of tries cleans up after itself", async () => {
  await db.signInFailure.create({ data: { keyHash: "old", failedAt: new Date(clock.ms - 25 * 3_600_000) } });
  clock.ms += 60_000;
  await tryAt(LIMITS, { address: "owner", networkAddress: "192.0.2.1" });
  expect(await db.signInFailure.count({ where: { keyHash: "old" } })).toBe(0);
});
