/**
 * Where elements are and what they belong to, as the portal shows it: compared with web-ifc on real files; filtered and exported; at a
 * service that has only the six documented endpoints. unit/ifc/related-objects.test.ts compares every element of every file and schema.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { newId } from "#lib/core/ids.ts";
import { writeView } from "#lib/elements/query/address/view-address.ts";
import { RELATIONS_SET } from "#lib/elements/relations/relation-columns.ts";
import type { SnapshotView } from "#lib/features/elements/reading-views.ts";
import { sweepSnapshots } from "#lib/features/elements/eviction.ts";
import { viewContentSchema } from "#lib/features/views/content.ts";
import { addressView } from "#lib/features/views/fit.ts";
import { answer } from "#tests/support/fault-answers.ts";
import { readElementRows, readSnapshotMeta } from "#tests/support/element-rows.ts";
import { readReferenceRelations, type ReferenceRelations } from "#tests/support/web-ifc-relations.ts";
import { useElementPortal } from "./element-portal.ts";
import { exportFile } from "./export-desk.ts";

/** For each file, a class whose elements have relations. */
const FILES: [fileName: string, ifcClass: string][] = [
  ["revit2020-ifc4-rooms.ifc", "IfcDoor"],
  ["schependomlaan-houten-kozijnen.ifc", "IfcWindow"],
];

const fileNames = FILES.map(([fileName]) => fileName);
const portal = await useElementPortal(...fileNames);

const openReady = (fileName: string, ifcClass: string): Promise<SnapshotView> =>
  portal.openTable(portal.models[fileNames.indexOf(fileName)] ?? 0, ifcClass);

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

/** A view's file, and what the file's record says is missing from the table. */
async function exportView(table: SnapshotView, content: object) {
  const view = writeView(
    addressView(viewContentSchema.parse({ ifcClasses: [table.ifcClass], ...content })),
  ).toString();
  const wish = { key: newId(), snapshotIds: [table.id], profile: "programs", view } as const;
  const { bytes, record } = await exportFile(portal.staff, wish);
  const file: string[][] = parse(bytes);
  return { file, record };
}

test.each(FILES)(
  "in %s, each %s has the relations that web-ifc finds in the file",
  async (fileName, ifcClass) => {
    const bytes = await readFile(path.resolve("tests/fixtures/ifc", fileName));
    const reference = await readReferenceRelations(Uint8Array.from(bytes));
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
  },
);

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
  // What was read and learnt before does not count here.
  await portal.db.capability.deleteMany({ where: { operation: "getRawElements" } });
  await portal.db.snapshot.deleteMany({});
  await sweepSnapshots();
  portal.proxy.inject("GET", /\/element\/raw/, answer(404, '{"detail":"Not found."}'), 9);
  const table = await openReady(HOUSE, "IfcDoor");
  expect(table.rows).toBeGreaterThan(0);
  const { columns } = await readSnapshotMeta(table.id);
  expect(columns.filter(({ set }) => set === RELATIONS_SET)).toEqual([]);
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
