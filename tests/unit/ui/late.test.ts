/** Code that comes after the page: what failed to load is asked for again, and what is on its way is asked for once. */
import { expect, test, vi } from "vitest";
import { late } from "#app/_ui/late.ts";

test("what failed to load is told, with its cause in the console, and asked for again by the next press", async () => {
  const causes: unknown[] = [];
  // The browser's own function.
  vi.stubGlobal("reportError", (cause: unknown) => causes.push(cause));
  let tries = 0;
  const code = late(async () => {
    tries += 1;
    if (tries === 1) throw new Error("no network");
    return Promise.resolve("code");
  });
  let told = 0;
  code.subscribe(() => (told += 1));
  expect([await code.fetch(), code.read(), told]).toEqual([false, null, 0]);
  expect([await code.fetch(), code.read(), told]).toEqual([true, "code", 1]);
  expect(causes).toEqual([new Error("no network")]);
  vi.unstubAllGlobals();
});

test("code that is on its way, or here, is asked for once", async () => {
  let tries = 0;
  const code = late(async () => Promise.resolve((tries += 1)));
  void code.fetch();
  await Promise.all([code.fetch(), code.fetch()]);
  void code.fetch();
  expect(tries).toBe(1);
});
