/**
 * The columns of a live address remain as they were when it was created, in every format, whatever file replaces the model's: real IFC
 * files read by the embedded service, Parquet read by hyparquet.
 */
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import * as fc from "fast-check";
import { parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { getDb } from "#lib/db/client.ts";
import { viewContentSchema } from "#lib/features/views/content.ts";
import { LIVE_FORMATS, type LiveFormat } from "#lib/features/views/live-address.ts";
import { describeAddress, makeAddress } from "#lib/features/views/live/state.ts";
import type { LiveFile, LiveRequest } from "#lib/features/views/live.ts";
import { answer } from "#tests/support/fault-answers.ts";
import { repeatsOf } from "#tests/support/repeats.ts";
import { linesOf, type Members } from "./json-lines.ts";
import { ELEMENTS, useElementPortal } from "./element-portal.ts";
import { bytesOf, textOf, useLiveDesk } from "./live-desk.ts";

const FIRST = "revit2020-ifc4-rooms.ifc";
const SECOND = "ac20-fzk-haus-ifc4.ifc";
const SMALL = "air-terminal-propertykinds-ifc4.ifc";

const portal = await useElementPortal(FIRST, SECOND);
/** Read from the first fixture; `replaceFile` switches it to the second. */
const [modelId = 0, other = 0] = portal.models;
const { save, open: ask } = await useLiveDesk(portal, modelId);
const keyOf = async (id: number): Promise<string | null> =>
  (await portal.db.serviceModel.findUniqueOrThrow({ where: { id } })).answersKey;
const files = { first: await keyOf(modelId), second: await keyOf(other) };

/** From now on the model has another file; the service shows this by the time of its last change. */
async function replaceFile(file: "first" | "second"): Promise<void> {
  await portal.db.serviceModel.update({ where: { id: modelId }, data: { answersKey: files[file] } });
}

const open = (viewId: string, format: LiveFormat, more: Partial<LiveRequest> = {}): Promise<LiveFile> =>
  ask(viewId, { format, ...more });

const rowsOf = async (live: LiveFile): Promise<string[][]> => parse(Buffer.from(await bytesOf(live)));

type ParquetRow = Record<string, unknown>;

async function readParquet(file: ArrayBuffer): Promise<{ columns: string[]; rows: ParquetRow[] }> {
  const metadata = await parquetMetadataAsync(file);
  const rows = await parquetReadObjects({
    file,
    metadata,
    compressors: { ZSTD: (input) => new Uint8Array(zstdDecompressSync(input)) },
  });
  const columns = metadata.schema.map(({ name, type, converted_type }) =>
    [name, type, converted_type].join(" "),
  );
  return { columns, rows };
}

const membersOf = ({ attributes, sets, ...front }: Members): string =>
  JSON.stringify([
    Object.keys(front),
    Object.keys(attributes),
    Object.entries(sets).map(([set, properties]) => [set, Object.keys(properties)]),
  ]);

/** What programs rely on, by format: names in order, and types where the format has them. */
async function shapeOf(viewId: string): Promise<{ csv: unknown; lines: Set<string>; parquet: string[] }> {
  const bytes = await bytesOf(await open(viewId, "csv"));
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  // The byte order mark belongs to files for spreadsheets, which use semicolons.
  const [headings] = parse(text, {
    bom: true,
    delimiter: text.startsWith("\uFEFF") ? ";" : ",",
  }) as unknown[];
  return {
    csv: headings,
    lines: new Set(linesOf<Members>(await textOf(await open(viewId, "ndjson"))).map(membersOf)),
    parquet: (await readParquet(await bytesOf(await open(viewId, "parquet")))).columns,
  };
}

const NAME = { property: "Name" };
const COLUMNS = [
  NAME,
  { property: "Tag" },
  { property: "OverallWidth" },
  { set: "Pset_DoorCommon", property: "FireRating" },
  { set: "Pset_DoorCommon", property: "IsExternal" },
  { set: "Pset_Nowhere", property: "Colour" },
];
const anyView = fc.record({
  ifcClasses: fc.shuffledSubarray(["IfcDoor", "IfcWindow", "IfcSpace"], { minLength: 1 }),
  columns: fc.option(fc.shuffledSubarray(COLUMNS, { minLength: 1 }), { freq: 1 }),
  hidden: fc.shuffledSubarray(COLUMNS, { maxLength: 2 }),
  pinned: fc.shuffledSubarray(COLUMNS, { maxLength: 2 }),
  sorts: fc
    .shuffledSubarray(COLUMNS, { maxLength: 1 })
    .map((names) => names.map((column) => ({ column, isDescending: false }))),
  hidesEmpty: fc.boolean(),
  unitInHeading: fc.boolean(),
  profile: fc.constantFrom("programs", "spreadsheets"),
});

describe("the columns of an address", () => {
  beforeEach(() => replaceFile("first"));
  afterEach(() => portal.proxy.clear());

  test("are the same before and after the file is replaced, for random views in every format", async () => {
    const views = await Promise.all(
      fc
        .sample(anyView, { numRuns: repeatsOf(20, 3), seed: 2_711 })
        .map((view) => save(viewContentSchema.parse(view))),
    );
    const before = new Map<string, Awaited<ReturnType<typeof shapeOf>>>();
    for (const viewId of views) before.set(viewId, await shapeOf(viewId));
    await replaceFile("second");
    for (const viewId of views) {
      const after = await shapeOf(viewId);
      const was = before.get(viewId);
      expect(after.csv).toEqual(was?.csv);
      expect(after.parquet).toEqual(was?.parquet);
      // A file without elements has no lines.
      expect(new Set([...after.lines, ...(was?.lines ?? [])]).size).toBeLessThanOrEqual(1);
    }
  });

  test("stay where a view names none: what is gone stands empty, what is new is named and taken in by a press", async () => {
    const viewId = await save({ columns: null, hidesEmpty: true });
    const key = { viewId, projectId: portal.projectId, modelId, version: "fixed" as const };
    expect(await describeAddress(portal.staff, key)).toBeNull();
    const made = await makeAddress(portal.staff, key, false);
    expect(made).toMatchObject({ isNamedByView: false, absent: [], newColumns: [], otherUnits: [] });
    const before = await open(viewId, "csv");
    const [headings = []] = await rowsOf(before);
    expect(headings).toHaveLength(made.columns + 1);
    expect(before).toMatchObject({ absent: { columns: [] }, newColumns: [] });

    await replaceFile("second");
    const after = await open(viewId, "csv");
    const [still, ...rows] = await rowsOf(after);
    expect(still).toEqual(headings);
    expect(after.absent.columns.length).toBeGreaterThan(0);
    expect(after.newColumns.length).toBeGreaterThan(0);
    for (const name of after.absent.columns) {
      const at = headings.indexOf(name.replace(": ", "."));
      expect(new Set(rows.map((row) => row[at]))).toEqual(new Set([""]));
    }
    expect(await describeAddress(portal.staff, key)).toMatchObject({
      absent: after.absent.columns,
      newColumns: after.newColumns,
    });

    const taken = await makeAddress(portal.staff, key, true);
    expect(taken.newColumns).toEqual([]);
    expect(taken.absent).toEqual(after.absent.columns);
    const last = await open(viewId, "csv", { ifNoneMatch: after.etag });
    const [wider = []] = await rowsOf(last);
    expect(wider.slice(0, headings.length)).toEqual(headings);
    expect(wider).toHaveLength(headings.length + after.newColumns.length);
  });

  test("are a person's own: nobody changes those of somebody else", async () => {
    const viewId = await save({ columns: null });
    await portal.db.view.update({ where: { id: viewId }, data: { isShared: true } });
    const key = { viewId, projectId: portal.projectId, modelId, version: "fixed" as const };
    const own = await makeAddress(portal.staff, key, false);
    await replaceFile("second");
    const colleague = await portal.actor("VIEWER");
    expect(await describeAddress(colleague, key)).toBeNull();
    expect((await makeAddress(colleague, key, false)).absent).toEqual([]);
    expect(await describeAddress(portal.staff, key)).toMatchObject({
      fixedAt: own.fixedAt,
      columns: own.columns,
    });
  });

  test("follow the view that names them, and a view without elements is fixed once it has some", async () => {
    const named = await save({ columns: [NAME] });
    const content = viewContentSchema.parse({ ifcClasses: ["IfcDoor"], columns: [COLUMNS[2], NAME] });
    expect((await shapeOf(named)).csv).toEqual(["GlobalId", "Name"]);
    await portal.db.view.update({ where: { id: named }, data: { content: { version: 2, content } } });
    const wider = await shapeOf(named);
    expect(wider.csv).toEqual(["GlobalId", "Name", "OverallWidth"]);
    await replaceFile("second");
    expect((await shapeOf(named)).parquet).toEqual(wider.parquet);

    const nothing = await save({ ifcClasses: ["IfcPile"], columns: null });
    const key = { viewId: nothing, projectId: portal.projectId, modelId, version: "fixed" as const };
    expect((await open(nothing, "csv", { withBody: false })).absentClasses).toEqual(["IfcPile"]);
    expect(await describeAddress(portal.staff, key)).toBeNull();
    await expect(makeAddress(portal.staff, key, false)).rejects.toMatchObject({ code: "CONFLICT" });
  });

  test("keep their types: a value of another kind stands beside, by its name, and nothing is lost", async () => {
    const inject = (doors: object): void =>
      portal.proxy.inject("GET", ELEMENTS, answer(200, JSON.stringify(doors)));
    const columns = ["Width", "Count", "Open", "Text"].map((property) => ({ set: "S", property }));
    const viewId = await save({ columns });
    await getDb().snapshot.deleteMany({});
    inject({ "0a": { attributes: {}, S: { Width: 0.9, Count: 3, Open: true, Text: "a" } } });
    const first = await readParquet(await bytesOf(await open(viewId, "parquet")));
    const row = {
      "S.Width": null,
      "S.Count": null,
      "S.Open": null,
      "(other values)": null,
      "(no value)": [],
    };
    expect(first.rows).toEqual([
      { ...row, GlobalId: "0a", "S.Width": 0.9, "S.Count": 3, "S.Open": true, "S.Text": "a" },
    ]);
    await replaceFile("second");
    await getDb().snapshot.deleteMany({});
    inject({
      "0b": { attributes: {}, S: { Width: "wide", Count: 3.5, Open: "no", Text: 7 } },
      "0c": { attributes: {}, S: { Width: null, Text: false } },
    });
    const second = await readParquet(await bytesOf(await open(viewId, "parquet")));
    expect(second.columns).toEqual(first.columns);
    const other = JSON.stringify({ "S.Width": "wide", "S.Open": "no" });
    expect(second.rows).toEqual([
      { ...row, GlobalId: "0b", "S.Count": 3.5, "S.Text": "7", "(other values)": other },
      { ...row, GlobalId: "0c", "S.Text": "false", "(no value)": ["S.Width"] },
    ]);
    await getDb().snapshot.deleteMany({});
  });
});

test("Parquet and JSON say what the CSV says, and gzip gives the same bytes", async () => {
  await replaceFile("first");
  const viewId = await save({ columns: null, sorts: [{ column: NAME, isDescending: true }] });
  const [headings = [], ...rows] = await rowsOf(await open(viewId, "csv"));
  const read = await readParquet(await bytesOf(await open(viewId, "parquet")));
  const cellOf = (value: unknown): string =>
    value === null || value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);
  const numberOr = (text: string): string =>
    /^-?\d/.test(text) && !Number.isNaN(Number(text)) ? String(Number(text)) : text;
  expect(read.rows.map((row) => headings.map((name) => numberOr(cellOf(row[name]))))).toEqual(
    rows.map((row) => row.map(numberOr)),
  );
  const lines = linesOf<Members>(await textOf(await open(viewId, "ndjson")));
  const names = headings.map((heading, at) => ({ heading, at }));
  for (const [i, { attributes }] of lines.entries())
    for (const { heading, at } of names.filter((name) => name.heading in attributes))
      expect(numberOr(cellOf(attributes[heading]))).toBe(numberOr(rows[i]?.[at] ?? ""));
  expect(lines).toHaveLength(rows.length);

  const tags = new Set<string>();
  for (const format of LIVE_FORMATS) {
    const plain = await open(viewId, format);
    const forced = await open(viewId, format, { acceptEncoding: "gzip, identity;q=0" });
    expect([plain.coding, forced.coding]).toEqual(["identity", "gzip"]);
    const bytes = Buffer.from(await bytesOf(plain));
    expect(gunzipSync(await bytesOf(forced)).equals(bytes)).toBe(true);
    for (const { etag, coding } of [plain, forced]) {
      tags.add(etag);
      const acceptEncoding = coding === "gzip" ? "gzip, identity;q=0" : null;
      const same = { acceptEncoding, ifNoneMatch: etag };
      expect((await open(viewId, format, same)).outcome).toBe("notModified");
      const brotli = await open(viewId, format, { ifNoneMatch: etag, acceptEncoding: "br", withBody: false });
      expect(brotli.outcome).toBe(coding === "gzip" ? "send" : "notModified");
      const head = await open(viewId, format, { acceptEncoding, withBody: false });
      expect([head.etag, head.coding, head.body]).toEqual([etag, coding, null]);
    }
  }
  expect(tags.size).toBe(2 * LIVE_FORMATS.length);
});

describe("an address of the newest version", () => {
  const setStatus = (id: number, status: "C" | "E" | "P"): Promise<unknown> =>
    portal.db.serviceModel.update({ where: { id }, data: { status } });

  test("follows the series in the columns that it was made with; a fixed one stays with its version", async () => {
    const one = await portal.uploadFixture(FIRST);
    const viewId = await save({ columns: null });
    const newest = { modelId: one, version: "newest" } as const;
    const fixed = { modelId: one, version: "fixed" } as const;
    const key = { viewId, projectId: portal.projectId, ...newest };
    const made = await makeAddress(portal.staff, key, false);
    expect(await describeAddress(portal.staff, { ...key, ...fixed })).toBeNull();
    const before = await open(viewId, "csv", newest);
    const [headings = [], ...doors] = await rowsOf(before);
    expect(before.model).toMatchObject({ modelId: one });
    const stays = await open(viewId, "csv", fixed);
    expect(await rowsOf(stays)).toEqual([headings, ...doors]);

    const two = await portal.uploadFixture(SECOND, one);
    const after = await open(viewId, "csv", { ...newest, ifNoneMatch: before.etag });
    expect([after.outcome, after.model]).toMatchObject([
      "send",
      { modelId: two, series: { number: 2, count: 2 } },
    ]);
    const [still, ...others] = await rowsOf(after);
    expect(still).toEqual(headings);
    expect(others.map(([id]) => id)).not.toEqual(doors.map(([id]) => id));
    expect(after.fileName).toContain("fzk-haus");
    expect((await open(viewId, "csv", { ...fixed, ifNoneMatch: stays.etag })).outcome).toBe("notModified");
    expect(await describeAddress(portal.staff, key)).toMatchObject({
      columns: made.columns,
      absent: after.absent.columns,
      newColumns: after.newColumns,
    });
    // The page of each version shows the one address, and changes it.
    const onLater = { ...key, modelId: two };
    expect(await describeAddress(portal.staff, onLater)).toMatchObject({ modelId: one });
    expect(await makeAddress(portal.staff, onLater, true)).toMatchObject({ modelId: one, newColumns: [] });
    expect(await portal.db.liveAddress.count({ where: { viewId, meansNewest: true } })).toBe(1);
    // Any version of the series leads to its newest one.
    expect((await open(viewId, "csv", { modelId: two, version: "newest" })).model.modelId).toBe(two);
  });

  test("is the last one that is ready, and one that nobody can read is waited for or named", async () => {
    const one = await portal.uploadFixture(SMALL);
    const two = await portal.uploadFixture(SMALL, one);
    const viewId = await save({ ifcClasses: ["IfcDistributionPort"], columns: [NAME] });
    const newest = (more: Partial<LiveRequest> = {}): Promise<LiveFile> =>
      open(viewId, "csv", { modelId: one, version: "newest", withBody: false, ...more });
    expect((await newest()).model.modelId).toBe(two);
    for (const status of ["P", "E"] as const) {
      await setStatus(two, status);
      expect((await newest()).model.modelId).toBe(one);
    }
    await setStatus(one, "E");
    await expect(newest()).rejects.toMatchObject({ code: "CONFLICT" });
    await setStatus(two, "P");
    await expect(newest({ waitMs: 1 })).rejects.toMatchObject({ code: "UNAVAILABLE" });
    const waiting = newest();
    await setStatus(two, "C");
    expect((await waiting).model.modelId).toBe(two);
  });
});
