import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import manifest from "../../fixtures/ifc/manifest.json" with { type: "json" };
import { listFixtures, read, readFixture, requireIndex, type ReadModel } from "./support.ts";
import { readReference } from "./web-ifc-model.ts";

interface Counts {
  sha256: string;
  records: number;
  elements: number;
  sets: number;
  properties: number;
}

const counts: Record<string, Counts> = manifest;

describe.each(listFixtures())("%s", (name) => {
  let model: ReadModel;
  beforeAll(async () => {
    model = await read(readFixture(name));
  });

  it("is the file that the manifest describes", () => {
    expect(createHash("sha256").update(readFixture(name)).digest("hex")).toBe(counts[name]?.sha256);
  });

  it("gives every element, set and value that web-ifc gives, and nothing else", async () => {
    const reference = await readReference(readFixture(name));
    expect(model.result.errors).toEqual([]);
    expect(model.result.warnings).toEqual([]);
    const classes = new Map(
      Object.entries(model.classes).map(([className, elements]) => [className.toUpperCase(), elements]),
    );
    expect([...classes.keys()].sort()).toEqual(
      [...reference.classes.keys()].map((key) => key.toUpperCase()).sort(),
    );
    for (const [className, elements] of reference.classes) {
      const own = classes.get(className.toUpperCase()) ?? {};
      expect(Object.keys(own).sort()).toEqual([...elements.keys()].sort());
      for (const [globalId, answer] of elements) {
        // Most are the same, and the matcher takes longer for each than both readers.
        if (!isDeepStrictEqual(own[globalId], answer)) expect(own[globalId], globalId).toEqual(answer);
      }
    }
    expect(reference).toMatchObject({
      elements: counts[name]?.elements,
      sets: counts[name]?.sets,
      properties: counts[name]?.properties,
    });
    expect(requireIndex(model).counts).toMatchObject({
      records: counts[name]?.records,
      elements: counts[name]?.elements,
      sets: counts[name]?.sets,
      predefinedSets: reference.predefinedSets,
      properties: reference.values,
    });
  });

  it("counts in its index what its answers hold", () => {
    const index = requireIndex(model);
    let values = 0;
    for (const { name: className, count, bytes } of index.classes) {
      const elements = Object.values(model.classes[className] ?? {});
      expect(elements).toHaveLength(count);
      expect(Buffer.byteLength(model.files[`${className}.json`] ?? "")).toBe(bytes);
      const pairs = new Map<string, number>();
      for (const element of elements) {
        for (const [set, members] of Object.entries(element)) {
          for (const property of Object.keys(members)) {
            const pair = JSON.stringify([set, property]);
            pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
            if (set !== "attributes") values++;
          }
        }
      }
      const indexed = new Map<string, number>();
      for (const { set, property, count: having } of index.definitions[className] ?? []) {
        const pair = JSON.stringify([set, property]);
        indexed.set(pair, (indexed.get(pair) ?? 0) + having);
      }
      expect(indexed).toEqual(pairs);
    }
    expect(index.counts.values).toBe(values);
  });
});
