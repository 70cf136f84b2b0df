/**
 * Figures over many rows are counted once and shared by everybody who asks. Figures over few rows, and figures after a change, are always
 * counted again.
 */
import { beforeEach, expect, test, vi } from "vitest";
import { forgetFigures, keepFigure } from "#lib/core/kept-figure.ts";

let counted = 0;

beforeEach(() => {
  forgetFigures();
  counted = 0;
});

const ask = (rows: number, name = "rows", keptMsMax?: number): Promise<number> =>
  keepFigure(
    name,
    () => {
      counted += 1;
      return Promise.resolve(rows + counted);
    },
    (figure) => figure,
    keptMsMax,
  );

test("a small figure is counted for everybody who asks", async () => {
  expect([await ask(10), await ask(10), await ask(10)]).toEqual([11, 12, 13]);
});

test("a large figure is counted once for those who ask soon after, by its own name", async () => {
  expect([await ask(1_000_000), await ask(1_000_000)]).toEqual([1_000_001, 1_000_001]);
  expect(await ask(1_000_000, "others")).toBe(1_000_002);
});

test("after a change a large figure is counted anew, also one that was being counted when the change came", async () => {
  const before = ask(1_000_000, "changed");
  forgetFigures();
  expect(await before).toBe(1_000_001);
  expect(await ask(1_000_000, "changed")).toBe(1_000_002);
});

test("while one change follows the other a million rows are counted anew every five seconds, and the last change shows", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    expect(await ask(1_000_000, "busy")).toBe(1_000_001);
    forgetFigures();
    expect(await ask(1_000_000, "busy")).toBe(1_000_002);
    for (let change = 0; change < 49; change++) {
      vi.advanceTimersByTime(100);
      forgetFigures();
      expect(await ask(1_000_000, "busy")).toBe(1_000_002);
    }
    vi.advanceTimersByTime(101);
    expect(await ask(1_000_000, "busy")).toBe(1_000_003);
  } finally {
    vi.useRealTimers();
  }
});

test("a figure that is some seconds old is shown while it is counted anew; nobody waits unless it is much older", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    expect(await ask(1_000_000, "shown")).toBe(1_000_001);
    vi.advanceTimersByTime(10_001);
    expect(await Promise.all([ask(1_000_000, "shown"), ask(1_000_000, "shown")])).toEqual([
      1_000_001, 1_000_001,
    ]);
    expect(counted).toBe(2);
    await expect.poll(() => ask(1_000_000, "shown")).toBe(1_000_002);
    vi.advanceTimersByTime(20_001);
    expect(await ask(1_000_000, "shown")).toBe(1_000_003);
  } finally {
    vi.useRealTimers();
  }
});

test("one that may be older is kept for longer, as long as its rows say", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    expect(await ask(1_000_000, "trend", 60_000)).toBe(1_000_001);
    vi.advanceTimersByTime(19_999);
    expect(await ask(1_000_000, "trend", 60_000)).toBe(1_000_001);
    expect(counted).toBe(1);
    vi.advanceTimersByTime(100_000);
    expect(await ask(1_000_000, "trend", 60_000)).toBe(1_000_001);
    expect(counted).toBe(2);
    vi.advanceTimersByTime(120_001);
    expect(await ask(1_000_000, "trend", 60_000)).toBe(1_000_003);
  } finally {
    vi.useRealTimers();
  }
});

test("a count that fails is told to who asked, and asked again by the next", async () => {
  const failing = keepFigure(
    "rows",
    () => Promise.reject<number>(new Error("no database")),
    (figure) => figure,
  );
  await expect(failing).rejects.toThrow("no database");
  expect(await ask(1_000_000)).toBe(1_000_001);
});

test("however many searches there are, the figures of some hundred are kept at most", async () => {
  for (let n = 0; n < 300; n++) await ask(1_000_000, `search ${String(n)}`);
  const before = counted;
  await ask(1_000_000, "search 0");
  expect(counted).toBe(before + 1);
  await ask(1_000_000, "search 299");
  expect(counted).toBe(before + 1);
});
