/** No two folders of lib depend on each other, at any depth: to understand one, people have to read only what is below it. */
import { describe, expect, it } from "vitest";
import { findCircles } from "./folder-circles.ts";
import { readSources } from "./source-files.ts";

describe("circles of folders", () => {
  it("are found, however long, and whoever imports them is not one of them", () => {
    const sources = [
      ["lib/features/plans/a.ts", 'import { b } from "#lib/features/clouds/b.ts";'],
      ["lib/features/clouds/b.ts", 'import type { c } from "../models/lists/c.ts";'],
      ["lib/features/models/d.ts", 'const { e } = await import("#lib/features/plans/e.ts");'],
      ["lib/features/work/f.ts", 'import { a } from "#lib/features/plans/a.ts";'],
      ["lib/features/work/lists/g.ts", 'import { f } from "../f.ts";'],
    ] as const;
    expect(findCircles(sources)).toEqual(["lib/features/clouds ↔ lib/features/models ↔ lib/features/plans"]);
  });

  it("are found at every depth, and between a folder and a file beside it; a file below may use what is beside its folder", () => {
    const sources = [
      ["lib/elements/files/csv/write.ts", 'import type { facts } from "../forecast/facts.ts";'],
      ["lib/elements/files/forecast/all.ts", 'import { csv } from "../csv/forecast.ts";'],
      ["lib/elements/files/write.ts", 'import { write } from "./csv/write.ts";'],
      ["lib/elements/files/csv/rows.ts", 'import { table } from "../table.ts";'],
      ["lib/features/views/schema.ts", 'import { type A } from "./live/address.ts";'],
      ["lib/features/views/live/state.ts", 'import { s } from "../schema.ts";'],
    ] as const;
    expect(findCircles(sources)).toEqual([
      "lib/elements/files/csv ↔ lib/elements/files/forecast",
      "lib/features/views/live ↔ lib/features/views/schema.ts",
    ]);
  });

  it("are nowhere in lib", async () => {
    const files = await readSources(/^lib\/.*\.ts$/);
    const sources = files.map(({ path, text }) => [path, text] as const);
    expect(sources.length).toBeGreaterThan(100);
    expect(findCircles(sources), "move what several need into a folder below all of them").toEqual([]);
  });
});
