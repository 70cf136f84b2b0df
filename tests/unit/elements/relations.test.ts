/** Relations of a raw answer on their way into a snapshot: which cell is whose, what repeats, what is refused, what old snapshots say. */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isRelationColumn, RELATIONS } from "#lib/elements/relations/relation-columns.ts";
import { TableStore } from "#lib/elements/query/table-store.ts";
import { EVERYTHING } from "#lib/elements/query/types.ts";
import { readRawAnswer } from "#lib/elements/read/raw-answer.ts";
import { writeSnapshot } from "#lib/elements/read/snapshot-writer.ts";
import type { SnapshotMeta } from "#lib/elements/snapshot/meta.ts";
import { openSnapshot } from "#lib/elements/snapshot/snapshot.ts";
import type { StatedRelations } from "#lib/elements/relations/stated-relations.ts";
import { makeScratchFolder, removeScratchFolder } from "#tests/support/scratch.ts";
import { streamOf } from "./table.ts";

let root: string;
let tables = 0;
beforeEach(async () => {
  root = await makeScratchFolder("relations");
});
afterEach(() => removeScratchFolder(root));

const element = (uuid: string, more: object = {}) => ({
  uuid,
  type: "IfcDoor",
  attributes: 0,
  psets: [],
  ...more,
});

const TABLES = {
  units: [],
  definitions: [],
  classifications: [
    { type: "NL-SfB", notation: "31.2", description: "doors" },
    { type: null, notation: null, description: "Only a title" },
    { type: "System alone", notation: null, description: null },
  ],
  layers: [{ name: "A-DOOR" }, { name: "", identifier: "L7" }],
  systems: [{ uuid: "s", name: null }],
  materials: {
    materials_data: [{ name: "=Steel" }, { name: 'Glass "clear" ü' }],
    list_components: [{ material: 0 }, { material: null }, { material: 1 }, { material: 0 }],
    options: [],
  },
  related_objects: [
    { uuid: "u0", name: "Level 2", long_name: null },
    { uuid: "u1", name: null, long_name: "Kitchen" },
    { uuid: "u2", name: null, long_name: null },
  ],
  elements: [
    element("A", {
      storey: 0,
      space: 1,
      building: 2,
      element_types: [2],
      whole: 0,
      material_list: [0, 1, 2, 3],
      classifications: [0, 1, 2],
      layers: [0, 1],
      systems: [0],
      groups: [0, 1],
    }),
    element("B", { storey: 0, space: null }),
    element("T", { storey: 0 }),
    element("T", { storey: 1 }),
  ],
  property_sets: [],
};

const EMPTY = Object.fromEntries(RELATIONS.map((name) => [`Relations.${name}`, null]));

const bytesOf = (value: unknown): AsyncGenerator<Uint8Array> => streamOf(JSON.stringify(value));

const relationsOf = async (tables: object): Promise<StatedRelations | "unread"> =>
  (await readRawAnswer(bytesOf(tables))).relations;

/** Where the snapshot that was written last is. */
const folder = (): string => path.join(root, `table-${String(tables)}`);

async function write(answer: object, relations: StatedRelations | "unread" | null): Promise<SnapshotMeta> {
  tables += 1;
  const source = bytesOf(answer);
  return writeSnapshot({ source, dir: folder(), relations: () => Promise.resolve(relations) });
}

/** The rows of the snapshot: for each id the cells that are there, by set and property. */
async function rowsOf(): Promise<Record<string, Record<string, unknown>>> {
  await using snapshot = await openSnapshot(folder());
  const names = snapshot.meta.columns.map(({ set, property }) =>
    set === "" ? property : `${set}.${property}`,
  );
  const rows = await Array.fromAsync(snapshot.iterateRows());
  return Object.fromEntries(
    rows.map(({ id, cells }) => [
      id,
      Object.fromEntries(cells.flatMap((cell, at) => (cell === undefined ? [] : [[names[at], cell]]))),
    ]),
  );
}

describe("relations", () => {
  it("are columns behind the name; several values are joined, and what an element lacks has no value", async () => {
    const answer = {
      A: { attributes: { Tag: "t", Name: "a", Width: 1 }, Pset: { X: 1 } },
      B: { attributes: { Name: "b" } },
      C: {},
    };
    const meta = await write(answer, await relationsOf(TABLES));
    expect(meta.columns.map(({ set, property }) => `${set}.${property}`)).toEqual([
      ".Name",
      ...RELATIONS.map((name) => `Relations.${name}`),
      ".Tag",
      ".Width",
      "Pset.X",
    ]);
    expect(meta.columns.filter(isRelationColumn)).toHaveLength(RELATIONS.length);
    expect(await rowsOf()).toEqual({
      A: {
        Tag: "t",
        Name: "a",
        Width: { kind: "number", text: "1" },
        "Relations.Storey": "Level 2",
        "Relations.Space": "Kitchen",
        "Relations.Building": "u2",
        "Relations.Type": "u2",
        "Relations.Part of": "Level 2",
        "Relations.Materials": '=Steel; Glass "clear" ü',
        "Relations.Classifications": "NL-SfB: 31.2; Only a title; System alone",
        "Relations.Layers": "A-DOOR; L7",
        "Relations.Systems": "s",
        "Relations.Groups": "Level 2; Kitchen",
        "Pset.X": { kind: "number", text: "1" },
      },
      B: { Name: "b", ...EMPTY, "Relations.Storey": "Level 2" },
      // The service does not speak of it.
      C: {},
    });
    const materials = meta.columns.find(({ property }) => property === "Materials");
    expect(materials).toMatchObject({
      fill: { present: 1, missing: 1, null: 1, emptyText: 0 },
      textLengthMax: 23,
      formulaTexts: 1,
    });
    expect(meta.warnings).toEqual([]);
  });

  it("stand between attributes, which are counted as one set all the same", async () => {
    const answer = {
      A: { attributes: { Name: "a", Tag: "t" } },
      B: { attributes: { Tag: "u" } },
      C: { attributes: { Name: "c" }, P: { X: 1 } },
    };
    await write(answer, await relationsOf(TABLES));
    const store = new TableStore({ folder: path.join(root, "tables"), waitMs: 30_000 });
    const dir = folder();
    const part = { snapshotId: "s", ifcClass: "IfcDoor", open: () => openSnapshot(dir) };
    const { sets } = await store.use([part], (table) => table.completeness(EVERYTHING, null));
    await store.close();
    expect(sets.map((one) => [one.set, one.columns, one.cells, one.present, one.rows])).toEqual([
      ["", 2, 6, 4, 3],
      ["Relations", 10, 30, 11, 2],
      ["P", 1, 3, 1, 1],
    ]);
  });

  it.each([
    ["by itself", "T", "T (2)"],
    ["over the whole model", "T (2)", "T (3)"],
  ])(
    "of ids that repeat, which the simple answer numbers %s, go by their order",
    async (_how, one, other) => {
      await write({ [one]: {}, [other]: {} }, await relationsOf(TABLES));
      expect(await rowsOf()).toEqual({
        [one]: { ...EMPTY, "Relations.Storey": "Level 2" },
        [other]: { ...EMPTY, "Relations.Storey": "Kitchen" },
      });
    },
  );

  it("have no columns in a table without rows, or without any element that the service speaks of", async () => {
    for (const answer of [{}, { Z: {} }]) {
      const meta = await write(answer, await relationsOf(TABLES));
      expect([meta.columns, meta.relations]).toEqual([[], RELATIONS]);
    }
  });

  it("leave a property set of the same name its own columns, as the second of that name", async () => {
    const meta = await write({ A: { Relations: { Storey: "mine" } } }, await relationsOf(TABLES));
    const storeys = meta.columns.filter(({ property }) => property === "Storey");
    expect(storeys.map(({ set, setInstance, fill }) => [set, setInstance, fill.present])).toEqual([
      ["Relations", 1, 1],
      ["Relations", 2, 1],
    ]);
    expect(storeys.map(isRelationColumn)).toEqual([true, false]);
  });

  it("of ten thousand elements, each with texts longer than the element, are all kept", async () => {
    const names = Array.from({ length: 50 }, (_, at) => `${String(at)} ${"x".repeat(3_000)}`);
    const uuid = (at: number): string => `id${String(at)}`;
    const relations = await relationsOf({
      ...TABLES,
      related_objects: names.map((name) => ({ name })),
      elements: Array.from({ length: 10_000 }, (_, at) =>
        element(uuid(at), { storey: at % 50, groups: [at % 7] }),
      ),
    });
    const answer = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, at) => [uuid(at), { P: { N: at } }]),
    );
    const meta = await write(answer, relations);
    expect(meta.columns.find(({ property }) => property === "Storey")?.fill.present).toBe(10_000);
    const rows = await rowsOf();
    for (const at of [0, 1, 49, 50, 4_999, 9_999]) {
      expect(rows[uuid(at)]).toEqual({
        ...EMPTY,
        "Relations.Storey": names[at % 50],
        "Relations.Groups": names[at % 7],
        "P.N": { kind: "number", text: String(at) },
      });
    }
  });
});

describe("what is not stated is said", () => {
  const codes = (meta: SnapshotMeta): string[] => meta.warnings.map(({ code }) => code);

  it("by a service without raw answers, and when they cannot be read", async () => {
    const none = await write({ A: {} }, null);
    expect([codes(none), none.relations, none.columns]).toEqual([["RELATIONS_NOT_STATED"], [], []]);
    expect(codes(await write({ A: {} }, "unread"))).toEqual(["RELATIONS_NOT_READ"]);
  });

  it("by a service that states some: the others are absent and named", async () => {
    const elements = [element("A", { layers: [0], storey: 0 })];
    const relations = await relationsOf({ ...TABLES, related_objects: undefined, elements });
    const meta = await write({ A: {} }, relations);
    expect(meta.relations).toEqual(["Materials", "Classifications", "Layers", "Systems"]);
    expect(meta.warnings).toMatchObject([
      { code: "RELATIONS_IN_PART", samples: ["Storey", "Space", "Building", "Type", "Part of", "Groups"] },
    ]);
    expect(await rowsOf()).toEqual({
      A: {
        "Relations.Materials": null,
        "Relations.Classifications": null,
        "Relations.Layers": "A-DOOR",
        "Relations.Systems": null,
      },
    });
  });

  it.each([
    ["points where nothing is", { elements: [element("A", { storey: 9 })] }],
    ["points with a text", { elements: [element("A", { layers: ["A-DOOR"] })] }],
    ["has no uuid", { elements: [{ type: "IfcDoor" }] }],
    ["is no object", { elements: [7] }],
  ])("when an element %s; units are read all the same", async (_, more) => {
    const { relations, units } = await readRawAnswer(bytesOf({ ...TABLES, ...more }));
    expect(relations).toBe("unread");
    expect(units("Frame", "Width")).toBeNull();
  });

  it("by snapshots of versions that did not ask for them, which open as before", async () => {
    await write({ A: { P: { X: 1 } } }, await relationsOf(TABLES));
    const file = path.join(folder(), "meta.json");
    const former = JSON.parse(await readFile(file, "utf8")) as SnapshotMeta;
    await writeFile(file, JSON.stringify({ ...former, relations: undefined }));
    await using snapshot = await openSnapshot(folder());
    expect(snapshot.meta.relations).toEqual([]);
    expect(codes(snapshot.meta)).toEqual(["RELATIONS_NOT_ASKED"]);
  });
});
