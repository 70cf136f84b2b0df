/**
 * Where elements are and what they belong to, as the portal shows it: compared with web-ifc on real files of three schemas; filtered and
 * exported; at a service that has only the six documented endpoints; in tables read by an earlier version.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { parse } from "csv-parse/sync";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "#lib/core/ids.ts";
import { inEnglish } from "#lib/core/texts.ts";
import { writeView } from "#lib/elements/query/address/view-address.ts";
import { RELATIONS, RELATIONS_SET } from "#lib/elements/relations/relation-columns.ts";
import type { SnapshotView } from "#lib/features/elements/reading-views.ts";
import { sweepSnapshots } from "#lib/features/elements/eviction.ts";
import { startExport } from "#lib/features/exports/commands.ts";
import { getExportRun, openExportFile, openExportRecord } from "#lib/features/exports/queries.ts";
import { viewContentSchema } from "#lib/features/views/content.ts";
import { addressView } from "#lib/features/views/fit.ts";
import { readElementRows, readSnapshotMeta } from "#tests/support/element-rows.ts";
import { until } from "#tests/support/until.ts";
import { readReferenceRelations, type ReferenceRelations } from "#tests/support/web-ifc-relations.ts";
import { startElementPortal } from "./element-portal.ts";

/** For each file, a class whose elements have relations. */
const FILES: [fileName: string, ifcClass: string][] = [
  ["revit2020-ifc4-rooms.ifc", "IfcDoor"],
  ["ac20-fzk-haus-ifc4.ifc", "IfcSpace"],
  ["schependomlaan-houten-kozijnen.ifc", "IfcWindow"],
  ["duplex-a-georef-revit2011.ifc", "IfcOpeningElement"],
  ["rail-linear-placement-ifc4x3.ifc", "IfcReferent"],
];

const models = new Map<string, number>();

const portal = await startElementPortal();
await portal.startJobs();
for (const [fileName] of FILES) models.set(fileName, await portal.uploadFixture(fileName));

afterAll(() => portal.stop());

const openReady = (fileName: string, ifcClass: string): Promise<SnapshotView> =>
  portal.openTable(models.get(fileName) ?? 0, ifcClass);

/** The relations of each row, by name; null where there is no value. */
async function relationsOf(table: SnapshotView): Promise<Map<string, Record<string, unknown>>> {
  const rows = await readElementRows(portal.staff, table.id, 0, 500);
  const { columns } = await readSnapshotMeta(table.id);
  return new Map(
    rows.map(({ id, cells }) => [
      id,
      Object.fromEntries(
        columns.flatMap(({ set, property }, at) =>
          set === RELATIONS_SET ? [[property, cells[at]] as const] : [],
        ),
      ),
    ]),
  );
}

/** The names of the relations that have a column. */
async function relationsShown(table: SnapshotView): Promise<string[]> {
  const { columns } = await readSnapshotMeta(table.id);
  return columns.filter(({ set }) => set === RELATIONS_SET).map(({ property }) => property);
}

const messages = (table: SnapshotView): string[] => table.warnings.map(({ message }) => message);

const joined = (names: readonly string[]): string | null =>
  names.length === 0 ? null : [...new Set(names)].join("; ");

function expected(reference: ReferenceRelations): Record<string, unknown> {
  return {
    Storey: reference.storey,
    Space: reference.space,
    Building: reference.building,
    Type: joined(reference.types),
    "Part of": reference.whole,
    Systems: joined(reference.systems),
    Groups: joined(reference.groups),
  };
}

async function textFrom(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

/** A view's file, and what the file's record says is missing from the table. */
async function exportView(table: SnapshotView, content: object) {
  const view = writeView(
    addressView(viewContentSchema.parse({ ifcClasses: [table.ifcClass], ...content })),
  ).toString();
  const { id } = await startExport(portal.staff, {
    key: newId(),
    snapshotIds: [table.id],
    profile: "programs",
    view,
  });
  await until("the export", async () => {
    const { state, failure } = await getExportRun(portal.staff, id);
    if (state === "FAILED") throw new Error(inEnglish(failure ?? "no reason"));
    return state === "DONE";
  });
  const file: string[][] = parse(await textFrom((await openExportFile(portal.staff, id)).stream));
  const record: unknown = JSON.parse(await textFrom((await openExportRecord(portal.staff, id)).stream));
  return { file, record };
}

/** Discards everything that was read and learnt so far. */
async function forget(): Promise<void> {
  portal.proxy.clear();
  await portal.db.capability.deleteMany({ where: { operation: "getRawElements" } });
  await portal.db.snapshot.deleteMany({});
  await sweepSnapshots();
}

beforeEach(forget);

describe.each(FILES)("in %s, each %s", (fileName, ifcClass) => {
  test("has the relations that web-ifc finds in the file", async () => {
    const reference = await readReferenceRelations(
      Uint8Array.from(await readFile(path.resolve("tests/fixtures/ifc", fileName))),
    );
    const table = await openReady(fileName, ifcClass);
    expect(messages(table).filter((message) => message.includes("relations"))).toEqual([]);
    const rows = await relationsOf(table);
    expect(rows.size).toBe(table.rows);
    expect(rows.size).toBeGreaterThan(0);
    for (const [id, found] of rows) {
      const known = reference.get(id);
      if (known === undefined) throw new Error(`web-ifc has no ${id}`);
      expect(found, id).toMatchObject(expected(known));
    }
  });
});

const STOREY = { set: RELATIONS_SET, property: "Storey" };
const TYPE = { set: RELATIONS_SET, property: "Type" };
const CLASSIFICATIONS = { set: RELATIONS_SET, property: "Classifications" };
const HOUSE = "revit2020-ifc4-rooms.ifc";

test("windows of a storey that have a classification are filtered, sorted by type, and exported under plain headings", async () => {
  const table = await openReady("schependomlaan-houten-kozijnen.ifc", "IfcWindow");
  const all = [...(await relationsOf(table))];
  const storey = String(all[0]?.[1]["Storey"]);
  const { file, record } = await exportView(table, {
    columns: [STOREY, TYPE],
    filters: [
      { column: STOREY, op: "equals", value: { kind: "text", text: storey } },
      { column: CLASSIFICATIONS, op: "present" },
    ],
    sorts: [{ column: TYPE, isDescending: false }],
  });
  const [heading, ...rows] = file;
  expect(heading).toEqual(["GlobalId", "Relations.Storey", "Relations.Type"]);
  const wanted = all.filter(([, found]) => found["Storey"] === storey && found["Classifications"] !== null);
  expect(wanted.length).toBeGreaterThan(0);
  expect(wanted.length).toBeLessThan(all.length);
  expect(rows.toSorted()).toEqual(
    wanted.map(([id, found]) => [id, found["Storey"], found["Type"]]).toSorted(),
  );
  expect(rows.map((row) => row[2])).toEqual(rows.map((row) => row[2]).toSorted());
  expect(record).toMatchObject({ absent: [] });
});

test("a service without raw answers has no such columns, says so, and a view that names them says that they are absent", async () => {
  const headers = { "content-type": "application/json" };
  portal.proxy.inject(
    "GET",
    /\/element\/raw/,
    { kind: "answer", status: 404, headers, body: '{"detail":"Not found."}' },
    9,
  );
  const table = await openReady(HOUSE, "IfcDoor");
  expect(table.rows).toBeGreaterThan(0);
  expect(await relationsShown(table)).toEqual([]);
  expect(messages(table)).toContain(
    "This service does not state storeys, types, materials and other relations, so their columns are absent.",
  );
  const { file, record } = await exportView(table, {
    columns: [{ property: "Name" }, STOREY],
    filters: [{ column: STOREY, op: "notPresent" }],
  });
  expect(file[0]).toEqual(["GlobalId", "Name", "Relations.Storey"]);
  expect(file.length - 1).toBe(table.rows);
  expect(file.slice(1).every((row) => row[2] === "")).toBe(true);
  const absent = { columns: ["Relations: Storey"], conditions: ["Relations: Storey notPresent"] };
  expect(record).toMatchObject({ absent: [absent] });
  expect(JSON.stringify(record)).toContain("This service does not state storeys");
});

test("a service that answers raw elements as published states materials, classifications, layers and systems; the rest is named as absent", async () => {
  const body = JSON.stringify({
    units: [],
    definitions: [],
    property_sets: [],
    classifications: [{ id: 1, type: "NL-SfB", notation: "31.2", description: null }],
    layers: [{ id: 1, name: "A-DOOR", identifier: null, description: null }],
    systems: [],
    materials: { materials_data: [], list_components: [], options: [] },
    elements: [...(await idsOf(HOUSE))].map((uuid) => ({
      uuid,
      type: "IfcDoor",
      classifications: [0],
      layers: [0],
    })),
  });
  await forget();
  portal.proxy.inject(
    "GET",
    /\/element\/raw/,
    { kind: "answer", status: 200, headers: { "content-type": "application/json" }, body },
    9,
  );
  const table = await openReady(HOUSE, "IfcDoor");
  const given = ["Materials", "Classifications", "Layers", "Systems"];
  expect(await relationsShown(table)).toEqual(given);
  const rest = RELATIONS.filter((relation) => !given.includes(relation));
  expect(table.warnings.map(({ samples }) => samples)).toContainEqual(rest);
  for (const [, found] of await relationsOf(table)) {
    expect(found).toEqual({
      Materials: null,
      Classifications: "NL-SfB: 31.2",
      Layers: "A-DOOR",
      Systems: null,
    });
  }
});

async function idsOf(fileName: string): Promise<Iterable<string>> {
  return (await relationsOf(await openReady(fileName, "IfcDoor"))).keys();
}
