import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import readWorkbook from "read-excel-file/node";
import { expect, it } from "vitest";
import { layOut } from "#lib/elements/files/layout.ts";
import { JoinedColumns, JOINED_COLUMNS_MAX } from "#lib/elements/files/joined-columns.ts";
import { makeJoinedTable, type OpenedSource } from "#lib/elements/files/joined-table.ts";
import { EXPORT_PROFILES, PLAIN_OPTIONS } from "#lib/elements/files/options.ts";
import { writePieces } from "#lib/elements/files/pieces.ts";
import { PLACE_COLUMNS, type ExportTable } from "#lib/elements/files/table.ts";
import { scanTable } from "#lib/elements/files/forecast/scan.ts";
import { openSnapshot } from "#lib/elements/snapshot/snapshot.ts";
import type { Language } from "#lib/core/texts.ts";
import { iterateXlsx } from "#lib/elements/files/xlsx/write.ts";
import { knowGerman } from "#tests/support/in-german.ts";
import { repeatsOf } from "#tests/support/repeats.ts";
import { useExportFolder } from "./export-desk.ts";

const { snapshotOf, storeAnswer, fileOfTable } = useExportFolder();
const json = JSON.stringify;
const id = (model: number, row: number): string =>
  `${String(model).padStart(11, "0")}${String(row).padStart(11, "0")}`;

type Answer = { model: string; ifcClass?: string; text: string };

const PLACE = { cloud: "=Noord", projectNumber: "7", project: "Blok; C" };

/** The joined table of some answers, and how many of their snapshots are open. */
async function joinedOf(
  answers: readonly Answer[],
  language: Language = "en",
): Promise<{ table: ExportTable; opened: () => { now: number; most: number } }> {
  const columns = new JoinedColumns(language);
  let [now, most] = [0, 0];
  const sources = [];
  for (const [i, { model, ifcClass = "IfcDoor", text }] of answers.entries()) {
    const dir = await storeAnswer(text);
    const first = await openSnapshot(dir);
    columns.add(first.meta);
    await first.close();
    const place = { ...PLACE, modelNumber: String(40 + i), model };
    const open = async (): Promise<OpenedSource> => {
      const snapshot = await openSnapshot(dir);
      most = Math.max(most, ++now);
      const end = snapshot.close.bind(snapshot);
      snapshot.close = () => {
        now--;
        return end();
      };
      return { parts: [{ ifcClass, snapshot }], rows: null };
    };
    sources.push({ place, rows: first.meta.rows, open });
  }
  const table = makeJoinedTable(sources, columns, { place: PLACE_COLUMNS, hasClass: true });
  return { table, opened: () => ({ now, most }) };
}

/** An answer in the form of lists, which states the unit of a width. */
function stating(model: number, stated: { width: number; unit?: string; fire: unknown }): string {
  const properties = [
    { definition: { name: "W", unit: stated.unit }, value: stated.width },
    { definition: { name: "F" }, value: stated.fire },
  ];
  return json([{ uuid: id(model, 0), property_sets: [{ name: "Q", properties }] }]);
}

const names = (table: ExportTable): string[] =>
  layOut(table, { longId: false, unitInHeading: false }).headings.slice(7);

/** The width and the fire rating of doors have several units and kinds. */
const DIVERGING: readonly Answer[] = [
  { width: 900, unit: "mm", fire: "EI30" },
  { width: 0.9, unit: "m", fire: 30 },
  { width: 35, fire: null },
  { width: 800, unit: "mm", fire: "" },
].map((stated, at) => ({ model: String(at), text: stating(at, stated) }));

it("in a German file the words that tell columns of one property apart are German", async () => {
  knowGerman();
  const { table } = await joinedOf(DIVERGING, "de");
  expect(names(table)).toEqual([
    "Q.W [mm]",
    "Q.W [m]",
    "Q.W [keine Einheit genannt]",
    "Q.F (Text)",
    "Q.F (Zahl)",
  ]);
});

it("a property in another unit, or of another kind, has a column of its own in every format, and says so", async () => {
  const { table } = await joinedOf(DIVERGING);
  expect(names(table)).toEqual(["Q.W [mm]", "Q.W [m]", "Q.W [no unit stated]", "Q.F (text)", "Q.F (number)"]);
  expect(layOut(table, { longId: false, unitInHeading: true }).headings.slice(7)).toEqual(names(table));
  const cells = (await Array.fromAsync(table.iterate())).map((row) => row.cells);
  const number = (text: string) => ({ kind: "number", text });
  expect(cells).toEqual([
    [number("900"), undefined, undefined, "EI30", undefined],
    [undefined, number("0.9"), undefined, undefined, number("30")],
    [undefined, undefined, number("35"), null, undefined],
    [number("800"), undefined, undefined, "", undefined],
  ]);
  for (const profile of EXPORT_PROFILES) await fileOfTable(table, profile);
});

it("columns that one property has everywhere stay one, and a new one stands behind the one it followed", async () => {
  const { table } = await joinedOf([
    { model: "a", text: `{"${id(1, 0)}":{"attributes":{"Name":"a","Tag":"1"},"P":{"x":1,"z":2}}}` },
    { model: "b", text: `{}` },
    {
      model: "c",
      text: `{"${id(2, 0)}":{"attributes":{"Name":"b","Model":"own"},"P":{"x":1,"y":2,"z":null}}}`,
    },
  ]);
  expect(names(table)).toEqual(["Name", "\\Model", "Tag", "P.x", "P.y", "P.z"]);
  expect(table.columns.map(({ fill }) => [fill.present, fill.none, fill.missing])).toEqual([
    [2, 0, 0],
    [1, 0, 1],
    [1, 0, 1],
    [2, 0, 0],
    [1, 0, 1],
    [1, 1, 0],
  ]);
});

it("a variant's name is no other property's, also in JSON, where names are members of their set", async () => {
  const own = `"x (number)":5,"x (text)":6,"x (number) (2)":7`;
  const { table } = await joinedOf([
    { model: "a", text: `{"${id(1, 0)}":{"attributes":{},"P":{"x":"one",${own}}}}` },
    { model: "b", text: `{"${id(2, 0)}":{"attributes":{},"P":{"x":1,${own}}}}` },
  ]);
  expect(new Set(names(table)).size).toBe(table.columns.length);
  const { path } = await fileOfTable(table, "json");
  const [first, second] = (await readFile(path, "utf8"))
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { sets: { P: Record<string, unknown> } }).sets.P);
  expect(first).toEqual({ "x (text) (2)": "one", "x (number)": 5, "x (text)": 6, "x (number) (2)": 7 });
  expect(second).toEqual({ "x (number) (3)": 1, "x (number)": 5, "x (text)": 6, "x (number) (2)": 7 });
});

it("foreign readers find each element with its cloud, project, model and class", async () => {
  const { table } = await joinedOf([
    { model: "=1+1", text: `{"${id(1, 0)}":{"attributes":{"Name":"a"}}}` },
    { model: "Dak", ifcClass: "IfcWall", text: `{"${id(2, 0)}":{"attributes":{"Name":"b"}}}` },
  ]);
  const { headings } = layOut(table, { longId: false, unitInHeading: false });
  expect(headings.join(" ")).toBe("Cloud ProjectNumber Project ModelNumber Model GlobalId IfcClass Name");
  const rows = [
    ["=Noord", 7, "Blok; C", 40, "=1+1", id(1, 0), "IfcDoor", "a"],
    ["=Noord", 7, "Blok; C", 41, "Dak", id(2, 0), "IfcWall", "b"],
  ];
  const csv = await fileOfTable(table, "programs");
  const texts = rows.map((row) => row.map(String));
  expect(parse(await readFile(csv.path), { record_delimiter: "\r\n" })).toEqual([headings, ...texts]);
  const guarded = await fileOfTable(table, "spreadsheets");
  expect(
    parse(await readFile(guarded.path), { bom: true, delimiter: ";", record_delimiter: "\r\n" }),
  ).toEqual([headings, ...texts.map((row) => row.map((text) => text.replace(/^=/, "'=")))]);
  expect(guarded.written.guardedCells).toBe(3);
  expect((await scanTable(table, null)).losses.formula).toMatchObject({ count: 3, column: "Cloud" });
  const [sheet] = await readWorkbook((await fileOfTable(table, "xlsx")).path);
  expect(sheet?.data).toEqual([headings, ...rows]);
  const parquet = await fileOfTable(table, "parquet");
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const found = await connection.runAndReadAll(`SELECT * FROM read_parquet('${parquet.path}')`);
  expect(found.columnNames()).toEqual(headings);
  expect(found.getRowsJson()).toEqual(
    rows.map((row) => row.map((cell) => (typeof cell === "number" ? String(cell) : cell))),
  );
  connection.closeSync();
  instance.closeSync();
  const lines = (await readFile((await fileOfTable(table, "json")).path, "utf8")).trim().split("\n");
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { ...PLACE, projectNumber: 7, modelNumber: 40, model: "=1+1", class: "IfcDoor" },
    { modelNumber: 41, model: "Dak", id: id(2, 0), class: "IfcWall", attributes: { Name: "b" } },
  ]);
});

it("whatever models hold, each value stands in one column of its property, in every format, one snapshot open at a time", async () => {
  const value = fc.oneof(
    fc.constantFrom(null, "", true, false),
    fc.integer(),
    fc.string({ maxLength: 5 }),
    fc.constantFrom([1], { a: 1 }),
  );
  const element = fc.dictionary(fc.constantFrom("a", "b", "c", "A", "d#2"), value, { maxKeys: 4 });
  const model = fc.array(element, { maxLength: 5 });
  let turn = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(model, { minLength: 1, maxLength: 5 }), async (models) => {
      const { table, opened } = await joinedOf(
        models.map((elements, m) => ({
          model: `m${String(m)}`,
          text: `{${elements.map((of, row) => `"${id(m, row)}":{"P":${json(of)}}`).join(",")}}`,
        })),
      );
      const wanted = models.flatMap((elements, m) => elements.map((of) => ({ of, model: `m${String(m)}` })));
      const rows = await Array.fromAsync(table.iterate());
      expect(rows.map((row) => row.place?.model)).toEqual(wanted.map((row) => row.model));
      for (const [i, { of }] of wanted.entries()) {
        const said = table.columns.flatMap(({ property }, at) => {
          const cell = rows[i]?.cells[at];
          if (cell === undefined) return [];
          return [[property, typeof cell === "object" && cell !== null ? JSON.parse(cell.text) : cell]];
        });
        expect(said).toHaveLength(Object.keys(of).length);
        expect(Object.fromEntries(said)).toEqual(of);
      }
      if (models.every((elements) => elements.length === 0)) return;
      const profile = EXPORT_PROFILES[turn++ % EXPORT_PROFILES.length] ?? "json";
      await fileOfTable(table, profile, { noneAs: "NULL", longId: true });
      expect(opened()).toEqual({ now: 0, most: 1 });
    }),
    { numRuns: repeatsOf(25, 10) },
  );
});

it("a changed model's name is found out in every format", async () => {
  const answers = (model: string): Answer[] => [
    { model: "a", text: `{"${id(1, 0)}":{"attributes":{"Name":"x"}}}` },
    { model, text: `{"${id(2, 0)}":{"attributes":{"Name":"y"}}}` },
  ];
  const { table } = await joinedOf(answers("Dak"));
  const { table: other } = await joinedOf(answers("Dek"));
  for (const profile of EXPORT_PROFILES) {
    const { check } = await fileOfTable(table, profile);
    const { path } = await fileOfTable(other, profile);
    await expect(check(path), profile).rejects.toThrow(/GlobalId, class or model/);
  }
});

it("one table is one worksheet: what does not fit is refused before a row is written", async () => {
  const { table } = await joinedOf([
    { model: "a", text: `{"${id(1, 0)}":{},"${id(1, 1)}":{}}` },
    { model: "b", text: `{"${id(2, 0)}":{}}` },
  ]);
  const path = join(await storeAnswer("{}"), "book");
  const options = PLAIN_OPTIONS.xlsx;
  const layout = layOut(table, options);
  const refused = writePieces(path, () => iterateXlsx({ table, layout, options, sheetRowsMax: 3 }));
  await expect(refused).rejects.toThrow(/room for 2 elements.*one file for each model/s);
  expect((await stat(path)).size).toBe(0);
});

it("more columns than one table may have are refused by name", async () => {
  const { meta } = await snapshotOf({ a: { P: { x: 1 } } });
  const columns = new JoinedColumns("en");
  const metaOf = (from: number): typeof meta => ({
    ...meta,
    columns: meta.columns.flatMap((column) =>
      Array.from({ length: 30_000 }, (_, i) => ({
        ...column,
        id: `c${from + i}`,
        property: String(from + i),
      })),
    ),
    columnNumbers: Array.from({ length: 30_000 }, (_, i) => i),
  });
  columns.add(metaOf(0));
  columns.add(metaOf(0));
  expect(() => columns.add(metaOf(30_000))).toThrow(String(JOINED_COLUMNS_MAX));
});
