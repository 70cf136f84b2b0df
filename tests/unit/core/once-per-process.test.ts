/** What exists once in a process: shared by every bundle of it, and by no two test files that run in it one after the other. */
import { expect, test, vi } from "vitest";
import type { oncePerProcess } from "#lib/core/once-per-process.ts";

type Module = { readonly oncePerProcess: typeof oncePerProcess };

/** The module as another bundle has it: evaluated anew. */
const evaluate = (): Promise<Module> => {
  vi.resetModules();
  return import("#lib/core/once-per-process.ts");
};

test("two bundles share one value", async () => {
  const one = await evaluate();
  const other = await evaluate();
  expect(one.oncePerProcess("shared", () => "made by the one")).toBe("made by the one");
  expect(other.oncePerProcess("shared", () => "made by the other")).toBe("made by the one");
});

test("what still runs from an earlier test file neither gives its values to the next one nor takes that one's", async () => {
  const earlier = await evaluate();
  earlier.oncePerProcess("database", () => "of the earlier file");
  vi.resetModules();
  await import("#tests/support/fresh-process.ts");
  expect(earlier.oncePerProcess("late", () => "made too late")).toBe("made too late");
  const next = await evaluate();
  expect(next.oncePerProcess("late", () => "of the next file")).toBe("of the next file");
  expect(next.oncePerProcess("database", () => "its own")).toBe("its own");
  expect(earlier.oncePerProcess("database", () => "another")).toBe("of the earlier file");
});
