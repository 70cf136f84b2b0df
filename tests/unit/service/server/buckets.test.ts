import { afterEach, beforeEach, expect, test } from "vitest";
import { setClock } from "#lib/core/clock.ts";
import { createBuckets } from "#lib/service/server/http/buckets.ts";

const RATE = { perSecond: 0.5, burst: 3 };

let time = 1_000_000;
let restore: () => void;

beforeEach(() => {
  restore = setClock(() => time);
});
afterEach(() => {
  restore();
});

test("a burst, then as much as flows in; each key by itself, and a clock that goes back gives nothing", () => {
  const buckets = createBuckets(10);
  for (let n = 0; n < 3; n += 1) {
    expect(buckets.secondsToWait("a", RATE)).toBe(0);
    buckets.take("a", RATE);
  }
  expect(buckets.secondsToWait("a", RATE)).toBe(2);
  buckets.take("a", RATE);
  expect(buckets.secondsToWait("a", RATE)).toBe(2);
  expect(buckets.secondsToWait("b", RATE)).toBe(0);
  time += 1000;
  expect(buckets.secondsToWait("a", RATE)).toBe(1);
  time -= 60_000;
  expect(buckets.secondsToWait("a", RATE)).toBe(2);
  time += 62_000;
  expect(buckets.secondsToWait("a", RATE)).toBe(0);
});

test("of a million keys the last thousand are kept, and the one that is used all the time stays", () => {
  const buckets = createBuckets(1000);
  for (let n = 0; n < 1_000_000; n += 1) {
    if (n % 500 === 0) buckets.take("busy", RATE);
    buckets.take(`key ${String(n)}`, RATE);
  }
  expect(buckets.countKept()).toBe(1000);
  expect(buckets.secondsToWait("busy", RATE)).toBe(2);
});
