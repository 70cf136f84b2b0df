import { stat } from "node:fs/promises";
import { expect, test, vi } from "vitest";
import { withinLimit } from "#lib/core/process/within-limit.ts";

const LIMIT_MS = 1_000;

test("an answer that arrived while the process was held up is taken in before it counts as late", async () => {
  const answer = withinLimit(stat(import.meta.filename), LIMIT_MS, "late");
  const end = performance.now() + 2 * LIMIT_MS;
  while (performance.now() < end);
  expect(await answer).toMatchObject({ size: expect.any(Number) });
});

test("what never comes is late when the limit is over, not before", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    let told: string | null = null;
    void withinLimit(new Promise<string>(() => undefined), LIMIT_MS, "late").then((what) => (told = what));
    await vi.advanceTimersByTimeAsync(LIMIT_MS - 1);
    expect(told).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(told).toBe("late");
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
