/** Pages of a project's models: in any order, all pages together make up the list, even if it changes in between. */
import { expect, test } from "vitest";
import {
  MODEL_SORTS,
  readModelQuery,
  writeModelQuery,
  type ModelListQuery,
} from "#lib/features/models/list-query.ts";
import { findNamed, pageOfModels } from "#lib/features/models/list/listing.ts";
import type { ModelsShown } from "#lib/features/models/schema.ts";
import { modelView } from "#tests/support/model-view.ts";

const STATES = ["ready", "failed", "running", "waiting"] as const;

const modelOf = (n: number) =>
  modelView(n, {
    name: n % 3 === 0 ? "Storey.ifc" : `Tower ${String((n * 7919) % 10_007)}.ifc`,
    fileName: `file-${String(n)}.ifc`,
    fileBytes: n % 5 === 0 ? null : (n * 31) % 1000,
    state: STATES[n % 4] ?? "ready",
    errors: n % 4 === 1 ? ["Broken."] : [],
    updatedAt: n % 7 === 0 ? null : `2026-11-${String(1 + (n % 28)).padStart(2, "0")}T00:00:00Z`,
  });

const listOf = (count: number, change: Partial<ModelsShown> = {}): ModelsShown => ({
  models: Array.from({ length: count }, (_, n) => modelOf(count - n)),
  older: [],
  dismissed: [],
  readAt: new Date("2026-11-01T00:00:00Z"),
  isChanging: false,
  trouble: null,
  ...change,
});

const query = (change: Partial<ModelListQuery> = {}): ModelListQuery => ({
  ...readModelQuery(() => null),
  ...change,
});

const idsOf = (list: ModelsShown, change: Partial<ModelListQuery> = {}): number[] =>
  pageOfModels(list, query(change)).rows.map(({ modelId }) => modelId);

function walk(list: ModelsShown, asked: ModelListQuery): number[] {
  const seen: number[] = [];
  let after: string | undefined;
  do {
    const page = pageOfModels(list, { ...asked, after });
    expect(page.rows.length).toBeLessThanOrEqual(50);
    seen.push(...page.rows.map(({ modelId }) => modelId));
    after = page.next ?? undefined;
  } while (after !== undefined);
  return seen;
}

test.each(MODEL_SORTS)("in the order “%s” all pages together are the whole list, each model once", (sort) => {
  const list = listOf(1_234);
  const seen = walk(list, query({ sort }));
  expect(seen).toHaveLength(1_234);
  expect(new Set(seen).size).toBe(1_234);
  const reverse = { newest: "oldest", name: "-name", changed: "-changed", size: "-size" }[
    sort.replace("-", "")
  ];
  if (reverse !== undefined && !sort.startsWith("-"))
    expect(walk(list, query({ sort: readModelQuery(() => reverse).sort }))).toEqual(seen.toReversed());
});

test("a series is found by the number and the file name of any of its versions, also one that the service no longer lists", () => {
  const version = { seriesId: "duplex", number: 2, count: 2, isLast: true, leads: true, isNewest: true };
  const list = listOf(2, {
    models: [modelView(11, { name: "Duplex neu.ifc", version }), modelOf(3)],
    older: [
      {
        seriesId: "duplex",
        versions: [{ modelId: 8, number: 1, fileName: "duplex-a-georef.ifc", addedAt: null }],
      },
    ],
  });
  for (const search of ["8", "georef", "11", "neu"]) expect(idsOf(list, { search })).toEqual([11]);
  expect(idsOf(list, { search: "Storey" })).toEqual([3]);
  expect(idsOf(list, { search: "georef neu" })).toEqual([]);
});

test("of 10,000 models a page, what may be replaced and what failed stay small", () => {
  const page = pageOfModels(listOf(10_000), query());
  expect(page.rows).toHaveLength(50);
  expect(page.total).toBe(10_000);
  expect(page.counts).toMatchObject({ current: 10_000, failed: 2_500, working: 5_000 });
  expect(page.choices).toHaveLength(200);
  expect(page.failed).toHaveLength(200);
  expect(page.failedTotal).toBe(2_500);
  expect(JSON.stringify(page).length).toBeLessThan(100_000);
});

test("a cursor keeps its place where the model that it was made of is gone, and others came", () => {
  const list = listOf(200);
  const first = pageOfModels(list, query({ sort: "name" }));
  const asked = { sort: "name", after: first.next ?? "" } as const;
  const next = idsOf(list, asked);
  const last = first.rows.at(-1)?.modelId;
  const others = list.models.filter(({ modelId }) => modelId !== last);
  const changed = { ...list, models: [...others, { ...modelOf(900), name: "A new one" }] };
  expect(idsOf(changed, asked)).toEqual(next);
  for (const after of ["", "nonsense", first.next ?? ""])
    expect(idsOf(list, { sort: "size", after })).toHaveLength(50);
});

test("search takes words of the name or the file, in any case and order, and the whole number", () => {
  const list = listOf(300);
  const found = (search: string): number[] => idsOf(list, { search });
  expect(found("FILE-77.ifc")).toEqual([77]);
  expect(found("77")).toContain(77);
  expect(found("storey 299.ifc")).toEqual([]);
  expect(found("300.ifc STOREY")).toEqual([300]);
  expect(found("no such")).toEqual([]);
  expect(pageOfModels(list, query({ search: "file-77.ifc" })).counts.current).toBe(1);
});

test("what was put away is shown by its own filter only", () => {
  const list = listOf(40, { dismissed: [{ modelId: 5, by: "Sanne", at: "2026-11-01T00:00:00Z" }] });
  expect(idsOf(list, { shown: "current" })).not.toContain(5);
  expect(idsOf(list, { shown: "failed" })).not.toContain(5);
  expect(idsOf(list, { shown: "dismissed" })).toEqual([5]);
  expect(pageOfModels(list, query()).failedTotal).toBe(9);
});

test("versions of one thing stay together on a page", () => {
  const version = { seriesId: "s", count: 2, isNewest: false, leads: false, isLast: false, number: 1 };
  const models = listOf(60).models.map((model) => ({
    ...model,
    ...(model.modelId === 3 && { version: { ...version, leads: true, isNewest: true } }),
    ...(model.modelId === 60 && { version: { ...version, number: 2, isLast: true } }),
  }));
  expect(idsOf(listOf(0, { models })).slice(0, 3)).toEqual([3, 60, 59]);
});

test("a file's name is found among all models, and an address says what it says", () => {
  const found = { modelId: 3, name: "Storey.ifc", nextNumber: 2 };
  expect(findNamed(listOf(10_000).models, "FILE-3.ifc")).toEqual(found);
  expect(findNamed(listOf(10).models, "other.ifc")).toBeNull();
  const asked = query({ search: "a b", shown: "failed", sort: "-size", after: "x" });
  const words = new URLSearchParams(writeModelQuery(asked, { after: "x" }));
  expect(readModelQuery((name) => words.get(name))).toEqual(asked);
  expect(writeModelQuery(query())).toBe("");
});
