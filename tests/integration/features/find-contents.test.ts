/**
 * Find-or-do inside models: elements by GlobalId, models by the names of their properties; what was not searched is counted.
 */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { readView } from "#lib/elements/query/address/address.ts";
import { namedColumnId } from "#lib/elements/query/address/named-column.ts";
import { evictSnapshots, sweepSnapshots } from "#lib/features/elements/eviction.ts";
import { describeTable } from "#lib/features/elements/table.ts";
import { showModels } from "#lib/features/models/queries.ts";
import { findContents } from "#lib/features/places/contents/find-contents.ts";
import { findElements } from "#lib/features/places/contents/find-elements.ts";
import type { ContentsFound } from "#lib/features/places/contents/schema.ts";
import { answered, readElementRows, readSnapshotMeta } from "#tests/support/element-rows.ts";
import { inGerman } from "#tests/support/in-german.ts";
import { useElementPortal } from "./element-portal.ts";

// A search ends after two seconds, which a busy machine may need for a few tables. Here it ends when a test says so.
beforeEach(() => {
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => new AbortController().signal);
});

const ROOMS = "revit2020-ifc4-rooms.ifc";
const HOUSE = "ac20-fzk-haus-ifc4.ifc";

const portal = await useElementPortal(ROOMS, HOUSE, "air-terminal-propertykinds-ifc4.ifc");
// The third is never opened.
const [rooms = 0, house = 0] = portal.models;
const doors = await portal.openTable(rooms, "IfcDoor");
await portal.openTable(rooms, "IfcWindow");
await portal.openTable(house, "IfcDoor");
await showModels(portal.staff, portal.projectId);
const [first] = await readElementRows(portal.staff, doors.id, 0, 1);
const { columns } = await readSnapshotMeta(doors.id);
const nameAt = columns.findIndex(({ origin, property }) => origin === "attribute" && property === "Name");
const name = first?.cells[nameAt];
const door = { id: first?.id ?? "", name: typeof name === "string" ? name : "" };

const find = (typed: string): Promise<ContentsFound> =>
  findContents(portal.staff, typed, new AbortController().signal);

const pathOf = (modelId: number): string =>
  `/clouds/${portal.cloudId}/projects/${portal.projectId}/models/${String(modelId)}`;

/** "FireRating in ac20-fzk-haus-ifc4.ifc" */
const told = ({ properties }: ContentsFound): string[] =>
  properties.map(({ name, model }) => `${name.property} in ${model}`);

describe("elements by GlobalId", () => {
  test("each element of a table is found, where it is, with a link that opens it", async () => {
    const [, , third] = await readElementRows(portal.staff, doors.id, 0, 3);
    for (const id of [door.id, third?.id ?? ""]) {
      const { elements, looked } = await find(`  ${id} `);
      expect(elements).toMatchObject([
        { globalId: id, ifcClass: "IfcDoor", where: "Kanaalzone Noord\u00a0›\u00a0Blok C" },
      ]);
      const { pathname, searchParams } = new URL(elements[0]?.href ?? "", "http://portal");
      expect(pathname).toBe(pathOf(rooms));
      expect([...searchParams]).toEqual([
        ["type", "IfcDoor"],
        ["element", id],
      ]);
      expect(looked).toMatchObject({ left: 0, unread: 1 });
    }
    expect((await find(door.id)).elements[0]?.name).toBe(door.name);
  });

  test("upper and lower case differ; an id that nothing has finds nothing and says how far it looked", async () => {
    const swapped = [...door.id].map((c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase()));
    for (const id of [swapped.join(""), "0000000000000000000000", "_$_$_$_$_$_$_$_$_$_$_$"])
      expect(await find(id)).toEqual({
        elements: [],
        properties: [],
        propertiesTotal: 0,
        looked: { models: 2, classes: 3, left: 0, unread: 1 },
      });
  });

  test("a table beyond the bounds of bytes or time is not looked through, and counted", async () => {
    const { signal } = new AbortController();
    const nothing = { elements: [], looked: { models: 0, classes: 0, left: 3 } };
    expect(await findElements(door.id, signal, { bytesMax: 0 })).toEqual(nothing);
    vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(AbortSignal.abort());
    expect(await findElements(door.id, signal)).toEqual(nothing);
    await expect(findElements(door.id, AbortSignal.abort(new Error("gone")))).rejects.toThrow("gone");
  });
});

describe("properties by name", () => {
  test("a name leads to each model that has it, with the column beside the elements' names", async () => {
    const found = await find("overallheight");
    expect(told(found).sort()).toEqual([`OverallHeight in ${HOUSE}`, `OverallHeight in ${ROOMS}`]);
    expect(found.propertiesTotal).toBe(2);
    const named = await find("FireRating");
    // The whole name comes before a set of that name.
    expect(told(named)).toEqual([`FireRating in ${HOUSE}`, `FireResistanceRating in ${HOUSE}`]);
    expect(named.properties[0]).toMatchObject({ filled: 0, ifcClass: "IfcDoor" });
    for (const { name, href, rows, filled } of [...found.properties, ...named.properties]) {
      const { searchParams } = new URL(href, "http://portal");
      const { view, ignored } = readView(Object.fromEntries(searchParams));
      expect(ignored).toEqual([]);
      expect(view.pinned).toEqual([namedColumnId({ property: "Name" }), namedColumnId(name)]);
      // A column without any value is left out of a table unless empty ones are asked for.
      expect(view.hidesEmpty).toBe(filled > 0);
      expect(rows).toBeGreaterThan(0);
    }
  });

  test("words may be of the set, the property and the places, in any order and case; figures are those of the table", async () => {
    expect(told(await find("rooms IfcDoorPanelProperties.PanelPosition"))).toEqual([
      `PanelPosition in ${ROOMS}`,
    ]);
    expect(told(await find("BLOK fzk pset_doorcommon: firerating"))).toEqual([`FireRating in ${HOUSE}`]);
    expect(told(await find("fzk overallheight"))).toEqual([`OverallHeight in ${HOUSE}`]);
    expect(told(await find("blok kanaalzone"))).toEqual([]);
    expect(told(await find("overallheight nowhere"))).toEqual([]);
    const [overall] = (await find("OverallHeight rooms ifcdoor")).properties;
    const table = await answered(() => describeTable(portal.staff, [doors.id]));
    const column = table.columns.find(({ set, property }) => set === "" && property === "OverallHeight");
    expect(overall).toMatchObject({ rows: table.rows, filled: column?.fill.present, moreClasses: 0 });
    expect((await find("OverallHeight rooms")).properties).toMatchObject([
      { ifcClass: "IfcWindow", moreClasses: 1 },
    ]);
  });

  test("a German reader finds relations by the words of German pages, and by the stored ones", async () => {
    const storey = `Storey in ${HOUSE}`;
    // The model itself has properties of that word.
    expect(told(await find("geschoss fzk"))).not.toContain(storey);
    await inGerman(async () => {
      for (const typed of ["fzk geschoss", "fzk Beziehungen.Geschoss", "fzk relations storey", "fzk Storey"])
        expect(told(await find(typed))[0], typed).toBe(storey);
    });
  });

  test("what is typed stands for itself; too little finds nothing; at most eight", async () => {
    for (const typed of ["", "  ", "fi", "a b c", "\0"])
      expect(await find(typed)).toMatchObject({ properties: [], looked: null });
    for (const typed of ["___", "%%%", "fire%rating", "'; drop table snapshot; --"])
      expect((await find(typed)).properties, typed).toEqual([]);
    const many = await find("pset_");
    expect(many.properties).toHaveLength(8);
    expect(many.propertiesTotal).toBeGreaterThan(8);
  });
});

describe("what counts", () => {
  test("readings of a version before get their names at a start; until then they are counted as not searched", async () => {
    await portal.db.snapshotProperty.deleteMany({ where: { snapshotId: doors.id } });
    const before = await find("rooms PanelPosition");
    expect(told(before)).toEqual([]);
    expect(before.looked).toEqual({ models: 2, classes: 2, left: 1, unread: 1 });
    await sweepSnapshots();
    const after = await find("rooms PanelPosition");
    expect(told(after)).toEqual([`PanelPosition in ${ROOMS}`]);
    expect(after.looked).toEqual({ models: 2, classes: 3, left: 0, unread: 1 });
  });

  test("a model that its list does not have any more, an older version, and a project that was deleted are not found", async () => {
    const { db, projectId } = portal;
    const list = await db.modelList.findUniqueOrThrow({ where: { projectId } });
    const { models } = list.content as { models: { modelId: number; version: unknown }[] };
    const write = (content: object): Promise<unknown> =>
      db.modelList.update({
        where: { projectId },
        data: { content: { v: 1, ...content }, readAt: new Date() },
      });
    const isFound = async (): Promise<[boolean, boolean]> => [
      (await find(door.id)).elements.length > 0,
      told(await find("overallheight")).includes(`OverallHeight in ${ROOMS}`),
    ];
    expect(await isFound()).toEqual([true, true]);

    await write({ models: models.filter(({ modelId }) => modelId !== rooms) });
    expect(await isFound()).toEqual([false, false]);

    const version = { leads: false };
    await write({ models: models.map((one) => (one.modelId === rooms ? { ...one, version } : one)) });
    expect(await isFound()).toEqual([false, false]);

    await write({ models });
    expect(await isFound()).toEqual([true, true]);
    await db.project.update({ where: { id: projectId }, data: { deletedAt: new Date() } });
    expect(await find(door.id)).toMatchObject({ elements: [], looked: { models: 0, classes: 0, unread: 0 } });
    await db.project.update({ where: { id: projectId }, data: { deletedAt: null } });
  });

  test("a reading that is removed is not found any more", async () => {
    await portal.db.snapshot.updateMany({ data: { lastUsedAt: new Date(0) } });
    await evictSnapshots(0);
    expect(await portal.db.snapshotProperty.count()).toBe(0);
    expect(await find(door.id)).toMatchObject({ elements: [], looked: { models: 0, unread: 3 } });
    expect(told(await find("overallheight"))).toEqual([]);
  });
});
