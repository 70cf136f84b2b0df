/** Strangers cannot fill the log: each kind of line has a limit per minute, and the log says how many more there were. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLogPace } from "#lib/core/log/log-pace.ts";

let told: [string, number][] = [];

beforeEach(() => {
  vi.useFakeTimers();
  told = [];
});
afterEach(() => vi.useRealTimers());

const pace = (): ((kind: string) => boolean) =>
  createLogPace(3, (kind, leftOut) => {
    told.push([kind, leftOut]);
  });
const passing = (mayWrite: (kind: string) => boolean, kind: string, times: number): number =>
  Array.from({ length: times }, () => mayWrite(kind)).filter(Boolean).length;

test("of one kind so many lines a minute are written; how many more there were is told once", () => {
  const mayWrite = pace();
  expect(passing(mayWrite, "a", 1_000)).toBe(3);
  expect(passing(mayWrite, "b", 2)).toBe(2);
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([["a", 997]]);
  expect(passing(mayWrite, "a", 10)).toBe(3);
});

test("a flood of different kinds is one kind", () => {
  const mayWrite = pace();
  const written = Array.from({ length: 10_000 }, (_, n) => mayWrite(`kind ${String(n)}`)).filter(Boolean);
  expect(written).toHaveLength(103);
});
