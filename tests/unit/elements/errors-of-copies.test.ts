/** Errors of modules that exist once per process are recognised by code that was bundled separately. */
import { expect, test, vi } from "vitest";
import { AppError } from "#lib/core/errors.ts";
import { ElementsError } from "#lib/elements/errors.ts";
import { TableNotReady } from "#lib/elements/query/not-ready.ts";

test("an error of another copy of its class is one of this class, and no other error is", async () => {
  vi.resetModules();
  const tables = await import("#lib/elements/query/not-ready.ts");
  const elements = await import("#lib/elements/errors.ts");
  expect(tables.TableNotReady).not.toBe(TableNotReady);
  expect(elements.ElementsError).not.toBe(ElementsError);
  const notReady = new tables.TableNotReady("preparing", null);
  const damaged = new elements.ElementsError("SNAPSHOT_DAMAGED", "");
  expect([notReady instanceof TableNotReady, damaged instanceof ElementsError]).toEqual([true, true]);
  for (const other of [
    new Error("TableNotReady"),
    new AppError("CONFLICT", ""),
    null,
    "TableNotReady",
    { name: "TableNotReady" },
  ])
    expect([other instanceof TableNotReady, other instanceof ElementsError]).toEqual([false, false]);
  expect([notReady instanceof ElementsError, damaged instanceof TableNotReady]).toEqual([false, false]);
});
