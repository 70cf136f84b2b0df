import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { afterEach, expect, test } from "vitest";
import { newId } from "#lib/core/ids.ts";
import { closeTables } from "#lib/features/elements/open-tables.ts";
import { RELATIONS, RELATIONS_SET } from "#lib/elements/relations/relation-columns.ts";
import { readPassportView } from "#lib/features/passport/address.ts";
import { countChanges } from "#lib/features/passport/compare.ts";
import { makePassportFile } from "#lib/features/passport/file.ts";
import { openPassport, type PassportPage } from "#lib/features/passport/queries.ts";
import { readSamples } from "#lib/features/passport/samples.ts";
import type { ModelRef, PassportEntry } from "#lib/features/passport/schema.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { answer } from "#tests/support/fault-answers.ts";
import { askUntil } from "#tests/support/until.ts";
import { ELEMENTS, useElementPortal } from "./element-portal.ts";

const FIXTURE = "ac20-fzk-haus-ifc4.ifc";

const portal = await useElementPortal(FIXTURE);
const [first = 0] = portal.models;
const second = await uploadEdited();
await portal.stopJobs();

afterEach(async () => {
  portal.proxy.clear();
  await closeTables();
  await portal.db.snapshot.deleteMany({});
});

/** The second version of the fixture: FireExit has another name, and thermal transmittances are words. */
async function uploadEdited(): Promise<number> {
  const text = await readFile(join("tests/fixtures/ifc", FIXTURE), "utf8");
  const edited = text
    .replaceAll("IFCPROPERTYSINGLEVALUE('FireExit'", "IFCPROPERTYSINGLEVALUE('IsFireExit'")
    .replaceAll(/IFCTHERMALTRANSMITTANCEMEASURE\([^)]*\)/g, "IFCLABEL('low')");
  expect(edited).not.toBe(text);
  const modelId = await portal.uploadFile(FIXTURE, edited);
  await portal.untilReady(modelId);
  return modelId;
}

function ask(modelId: number, against: ModelRef | null, ifcClass = "IfcDoor"): Promise<PassportPage> {
  const { cloudId, projectId, staff } = portal;
  return openPassport(staff, { cloudId, projectId, modelId, ifcClass, against });
}

/** The passport once both sides have ended, with any outcome. */
function settled(modelId: number, against: ModelRef | null, ifcClass?: string): Promise<PassportPage> {
  const hasEnded = ({ here, before }: PassportPage): boolean =>
    [here, before].every((side) => side?.state !== "reading" && side?.state !== "coming");
  return askUntil("the passport", () => ask(modelId, against, ifcClass), hasEnded);
}

const ref = (modelId: number): ModelRef => ({ projectId: portal.projectId, modelId });

function entriesOf(page: PassportPage): PassportEntry[] {
  if (page.entries === null) throw new Error(JSON.stringify(page));
  return page.entries;
}

/** The service's own data, counted here: property → number of elements that have a value. */
async function countAtService(modelId: number): Promise<{ elements: number; present: Map<string, number> }> {
  type Answer = Record<string, Record<string, Record<string, unknown>>>;
  const doors = Object.values(JSON.parse(await portal.askService(modelId, "IfcDoor")) as Answer);
  const present = new Map<string, number>();
  for (const sets of doors) {
    for (const [set, values] of Object.entries(sets)) {
      for (const [property, value] of Object.entries(values)) {
        const key = `${set === "attributes" ? "" : set}.${property}`;
        present.set(key, (present.get(key) ?? 0) + (value === null || value === "" ? 0 : 1));
      }
    }
  }
  return { elements: doors.length, present };
}

test("the passport of a real class has every property that the service names, as full as it is there", async () => {
  const page = await settled(first, null);
  const { elements, present } = await countAtService(first);
  expect(elements).toBeGreaterThan(0);
  const entries = entriesOf(page);
  const stated = entries.filter(({ set }) => set !== RELATIONS_SET);
  expect(entries.length - stated.length).toBe(RELATIONS.length);
  expect(new Map(stated.map(({ set, property, here }) => [`${set}.${property}`, here?.present]))).toEqual(
    present,
  );
  for (const { here, change } of entries) {
    expect(change).toBe("none");
    const sum = (here?.present ?? 0) + (here?.emptyText ?? 0) + (here?.none ?? 0) + (here?.missing ?? 0);
    expect([here?.elements, sum]).toEqual([elements, elements]);
  }
});

test("a renamed property and a changed kind between two versions of a model are named, with counts, and nothing else", async () => {
  const page = await settled(second, ref(first));
  expect(page.modelBefore).toMatchObject({ modelId: first });
  const differing = entriesOf(page).filter(({ change }) => change !== "none");
  const words = differing.map(({ property, change, aspects }) => [property, change, ...aspects].join(" "));
  expect(new Set(words)).toEqual(
    new Set(["FireExit vanished", "IsFireExit appeared", "ThermalTransmittance changed kind"]),
  );
  const { present: before } = await countAtService(first);
  const { present: after } = await countAtService(second);
  for (const entry of differing) {
    const key = `${entry.set}.${entry.property}`;
    expect([entry.here?.present, entry.before?.present]).toEqual([after.get(key), before.get(key)]);
  }
  const back = countChanges(entriesOf(await settled(first, ref(second))));
  expect(back).toMatchObject({ appeared: 1, vanished: 1, kind: differing.length - 2 });
});

/** The array form, which other deployments answer: it carries units. */
function doorsWithUnit(unit: string, share: number): string {
  const definition = { name: "Width", unit, value_type: "IfcLengthMeasure" };
  return JSON.stringify(
    Array.from({ length: 10 }, (_, i) => ({
      uuid: `2O2Fr$t4X7Zf8NOew3FL0${String(i)}`,
      type: "IfcDoor",
      attributes: {
        name: "Attributes",
        properties: [{ definition: { name: "Name" }, value: `D-${String(i)}` }],
      },
      property_sets: [{ name: "Pset_Size", properties: i < share ? [{ definition, value: 900 + i }] : [] }],
    })),
  );
}

test("a changed unit and a changed fill are told with both models' figures", async () => {
  portal.proxy.inject("GET", ELEMENTS, answer(200, doorsWithUnit("mm", 10)));
  await settled(first, null);
  portal.proxy.inject("GET", ELEMENTS, answer(200, doorsWithUnit("m", 4)));
  const page = await settled(second, ref(first));
  const width = entriesOf(page).find(({ property }) => property === "Width");
  expect(width).toMatchObject({
    change: "changed",
    aspects: ["unit", "fill"],
    here: { unit: "m", present: 4, missing: 6, elements: 10, distinct: 4, min: 900, max: 903 },
    before: { unit: "mm", present: 10, distinct: 10, min: 900, max: 909 },
  });
});

test("samples are values of their column; a value too rare for the rows looked at is found all the same", async () => {
  const doors = Array.from({ length: 1_000 }, (_, i) => {
    const rare = i === 501 ? { Rare: "only once" } : {};
    const id = `2O2Fr$t4X7Zf8N${String(i).padStart(8, "0")}`;
    return [
      id,
      { attributes: { Name: `D-${String(i)}`, Long: "x".repeat(500), ...rare }, S: { None: null } },
    ];
  });
  const body = JSON.stringify(Object.fromEntries(doors));
  portal.proxy.inject("GET", ELEMENTS, answer(200, body));
  const page = await settled(first, null);
  if (page.here?.state !== "ready") throw new Error(JSON.stringify(page.here));
  const entries = entriesOf(page);
  const facts = entries.flatMap(({ here }) => here ?? []);
  const samples = await readSamples(portal.staff, page.here.snapshot.id, facts);
  const of = (name: string) =>
    samples.get(entries.find(({ property }) => property === name)?.here?.columnId ?? "");
  expect(of("Name")).toHaveLength(3);
  for (const sample of of("Name") ?? []) expect(sample).toMatch(/^D-\d+$/);
  expect(of("Rare")).toEqual(["only once"]);
  expect(of("Long")).toEqual([`${"x".repeat(59)}…`]);
  expect(of("None")).toBeUndefined();
});

test("the file has a line for each entry of the view, and there is none while something is missing", async () => {
  const { cloudId, projectId, staff } = portal;
  const query = { cloudId, projectId, modelId: second, ifcClass: "IfcDoor", against: ref(first) };
  await settled(second, ref(first));
  const view = { ...readPassportView({}), against: ref(first), shown: "differing" as const };
  const { fileName, text } = await makePassportFile(staff, query, view, "programs");
  expect(fileName).toMatch(
    /^ac20-fzk-haus-ifc4-IfcDoor-schema-comparison-with-ac20-fzk-haus-ifc4-\d{4}-\d\d-\d\d\.csv$/,
  );
  const records: Record<string, string>[] = parse(text, { columns: true });
  const wanted = entriesOf(await settled(second, ref(first))).filter(({ change }) => change !== "none");
  const changeHead = "Schema change (elements and values are not compared)";
  expect(records.map((record) => [record["Set"], record["Property"], record[changeHead]])).toEqual(
    wanted.map(({ set, property, change }) => [set, property, change]),
  );
  const gone = { ...query, against: ref(999_999) };
  expect(await codeOf(makePassportFile(staff, gone, view, "programs"))).toBe("CONFLICT");
});

test("a model of another cloud, or none, is not compared with; the passport stands without it", async () => {
  const foreign = await settled(first, { projectId: newId(), modelId: 1 });
  expect(foreign.before).toMatchObject({ state: "absent" });
  expect(entriesOf(foreign).length).toBeGreaterThan(0);
  const failing = await settled(first, ref(second), "IfcNoSuchThing");
  expect(failing.here).toMatchObject({ state: "absent" });
  expect(failing.before).toBeNull();
});

test("a class without elements is a passport without properties", async () => {
  const page = await settled(first, null, "IfcBridge");
  expect(page.here?.state).toBe("ready");
  expect(page.entries).toEqual([]);
});
