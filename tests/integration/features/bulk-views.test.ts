import { open, writeFile } from "node:fs/promises";
import path from "node:path";
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { told } from "#lib/core/language/kept-texts.ts";
import { PLAIN_OPTIONS } from "#lib/elements/files/options.ts";
import { ROWS_FILE } from "#lib/elements/snapshot/row-record.ts";
import { snapshotKey } from "#lib/features/elements/snapshot-files.ts";
import { readBulkFacts, type BulkQuestion } from "#lib/features/exports/bulk/forecast.ts";
import type { StartBulkInput } from "#lib/features/exports/bulk-schema.ts";
import { repeatBulk } from "#lib/features/exports/bulk/commands.ts";
import { createView } from "#lib/features/views/commands.ts";
import { viewContentSchema } from "#lib/features/views/content.ts";
import { openWorkbook } from "#lib/elements/files/xlsx/workbook-reader.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { answer } from "#tests/support/fault-answers.ts";
import { makeScratchFolder, removeScratchFolder } from "#tests/support/scratch.ts";
import { useBulkDesk } from "./bulk-desk.ts";
import { asAlone, linesOf, type Line } from "./json-lines.ts";
import { exportKey } from "./export-desk.ts";

const { portal, models, start, ended, files, inject, requestsFor } = await useBulkDesk(
  "revit2020-ifc4-rooms.ifc",
  "ac20-fzk-haus-ifc4.ifc",
);
const [first = 0, second = 0] = models;

const NAME = { property: "Name" };
const WIDTH = { property: "OverallWidth" };
const RATING = { set: "Pset_DoorCommon", property: "FireRating" };
const NOWHERE = { set: "Pset_Nowhere", property: "Colour" };

const WIDE_DOORS = viewContentSchema.parse({
  // The last is a class of another schema.
  ifcClasses: ["IfcDoor", "IfcDoorStandardCase"],
  filters: [{ column: WIDTH, op: "between", min: 0.9, max: null, unit: "m" }],
  sorts: [{ column: WIDTH, isDescending: true }],
  columns: [NAME, NOWHERE, WIDTH, RATING],
});

/** The service states one door with these attributes for a model. */
function oneDoor(modelId: number, attributes: Record<string, string>): void {
  const id = `2O2Fr$t4X7Zf8N0000000${modelId === first ? "1" : "2"}`;
  inject(modelId, answer(200, JSON.stringify({ [id]: { attributes } })), 50);
}

async function keepWideDoors(): Promise<{ id: string; name: string }> {
  const name = `Wide doors ${exportKey()}`;
  const { id } = await createView(portal.staff, { name, isShared: false, content: WIDE_DOORS });
  return { id, name };
}

test("a kept view is exported of every model: its columns in each file, its rows, its order, the options", async () => {
  const { id, name } = await keepWideDoors();
  const options = { ...PLAIN_OPTIONS.spreadsheets, missingAs: "n/a", unitInHeading: true };
  const run = await ended(await start({ classes: [], view: id, profile: "spreadsheets", options }));
  expect(run).toMatchObject({ state: "done", viewName: name, classes: WIDE_DOORS.ifcClasses });
  const made = await files(run);
  expect(made.report.files).toHaveLength(2);
  expect([run.lackingFiles, run.lacking.length]).toEqual([2, 2]);
  for (const { columns } of run.lacking) expect(columns).toContain("Pset_Nowhere: Colour");
  const rows = made.report.files.map((file) => {
    const text = made.files.get(file.name)?.toString() ?? "";
    const [headings = [], ...lines] = parse(text, { delimiter: ";", bom: true });
    const names = ["GlobalId", "Name", "Pset_Nowhere.Colour", "OverallWidth", "Pset_DoorCommon.FireRating"];
    expect(headings.map((heading) => heading.replace(/ \[.*/, ""))).toEqual(names);
    expect(new Set(lines.map((line) => line[2]))).toEqual(new Set(["n/a"]));
    const widths = lines.map((line) => Number(line[3]?.replace(",", ".")));
    expect(widths).toEqual(widths.toSorted((a, b) => b - a));
    expect(widths.at(-1)).toBeGreaterThanOrEqual(0.9);
    return lines.length;
  });
  expect(Math.min(...rows)).toBeGreaterThan(0);

  const stranger = await portal.actor("OPERATOR", "Bram Bakker");
  expect(await codeOf(start({ view: exportKey(), classes: [] }))).toBe("NOT_FOUND");
  const again = await ended(await repeatBulk(stranger, { key: exportKey(), bulkId: run.id }));
  expect(again).toMatchObject({ state: "done", viewName: name, rows: run.rows });
});

const byModel = (one: { modelName: string }, other: { modelName: string }): number =>
  one.modelName < other.modelName ? -1 : 1;

test("the view of a table becomes one table over the models, as its files have it", async () => {
  const wish: Partial<StartBulkInput> = { classes: [], content: WIDE_DOORS, profile: "json" };
  const alone = await ended(await start(wish));
  const run = await ended(await start({ ...wish, form: "table" }));
  const whole = { state: "done", modelsDone: 2, rows: alone.rows };
  expect(run).toMatchObject({ ...whole, viewName: "the view of a table" });
  const names = run.lacking.map(({ modelName }) => modelName);
  expect([run.lackingFiles, new Set(names).size, run.lacking.length]).toEqual([1, 2, 2]);
  expect(run.lacking.toSorted(byModel)).toEqual(alone.lacking.toSorted(byModel));
  const apart = await files(alone);
  const made = await files(run);
  const [table] = made.report.files;
  const lines = linesOf<Line>(made.files.get(table?.name ?? ""));
  expect(lines).toHaveLength(alone.rows);
  for (const file of apart.report.files) {
    const own = lines.filter(({ modelNumber }) => modelNumber === file.model.id);
    expect(own.map(asAlone)).toEqual(linesOf(apart.files.get(file.name)));
  }
});

test("a model without any element of the view’s classes is not said to lack parts of the view", async () => {
  const content = viewContentSchema.parse({ ifcClasses: ["IfcRailing"], columns: [NAME, NOWHERE] });
  for (const form of ["files", "table"] as const) {
    const run = await ended(await start({ classes: [], content, profile: "json", form }));
    expect(run.lacking.map(({ modelName }) => modelName)).toEqual(["ac20-fzk-haus-ifc4.ifc"]);
  }
});

test("a workbook says of which model, version, reading and view it is, with every condition and its unit", async () => {
  const { id, name } = await keepWideDoors();
  const run = await ended(await start({ classes: [], view: id, profile: "xlsx" }));
  const made = await files(run);
  const read = await portal.db.snapshot.findMany({ where: { projectId: portal.projectId } });
  expect(made.report.files).toHaveLength(2);
  const conditions: string[] = [];
  for (const file of made.report.files) {
    const lines = await aboutIn(made.files.get(file.name));
    const said = Map.groupBy(lines, ([label]) => label);
    const textsOf = (label: string) => said.get(label)?.map(([, text]) => text);
    expect(textsOf("Model")).toEqual([
      expect.stringMatching(new RegExp(`\\(model ${String(file.model.id)}\\)$`)),
    ]);
    expect(textsOf("View")).toEqual([name]);
    expect(textsOf("IFC classes")).toEqual([WIDE_DOORS.ifcClasses.join(", ")]);
    conditions.push(...(textsOf("Condition") ?? []));
    expect(textsOf("Sorted by")).toEqual(["OverallWidth, descending"]);
    expect(textsOf("Elements")).toEqual([String(file.rows)]);
    expect(textsOf("Not in the model")).toContain("Pset_Nowhere: Colour");
    const dates = read.map(({ readAt }) => readAt?.toISOString());
    for (const date of textsOf("Read from the service") ?? []) expect(dates).toContain(date);
    expect(textsOf("Read from the service")).not.toEqual([]);
  }
  expect(conditions).toEqual(["OverallWidth is at least 0.9 m", "OverallWidth is at least 0.9 m"]);
});

/** The two columns of a workbook's last sheet. */
async function aboutIn(bytes: Buffer | undefined): Promise<[string, string][]> {
  const file = path.join(await makeScratchFolder("about"), "book.xlsx");
  await writeFile(file, bytes ?? "");
  const book = await openWorkbook(file);
  try {
    const rows: [string, string][] = [];
    for await (const { cells } of book.iterate(book.sheets.at(-1) ?? ""))
      rows.push([cells.get(0)?.text ?? "", cells.get(1)?.text ?? ""]);
    return rows;
  } finally {
    book.close();
    await removeScratchFolder(path.dirname(file));
  }
}

test("what a format loses is found before it is written: named with the file, or no file", async () => {
  oneDoor(first, { Name: "1/2" });
  oneDoor(second, { Name: "Entrance" });
  const run = await ended(await start({ profile: "spreadsheets" }));
  expect(run).toMatchObject({ state: "done", lossyFiles: 1 });
  expect(run.losses).toMatchObject([{ titles: ["1 text would turn into a date"] }]);
  const { report } = await files(run);
  const lostOf = (id: number) => report.files.find(({ model }) => model.id === id)?.lost;
  expect(lostOf(first)).toMatchObject([{ title: "1 text would turn into a date", detail: "Name: “1/2”" }]);
  expect(lostOf(second)).toEqual([]);

  const strict = await ended(await start({ profile: "spreadsheets", onLoss: "stop" }));
  expect(strict).toMatchObject({ state: "partly", modelsDone: 1, modelsFailed: 1, lossyFiles: 0 });
  expect(told(strict.failures[0]?.reason ?? "")).toMatch(
    /^Skipped, because the file would lose data.*would turn into a date.*1\/2/,
  );
  const table = await ended(await start({ profile: "spreadsheets", onLoss: "stop", form: "table" }));
  expect(table).toMatchObject({ state: "failed", hasArchive: false });
  const typed = await ended(await start({ profile: "xlsx", onLoss: "stop" }));
  expect(typed).toMatchObject({ state: "done", lossyFiles: 0 });
});

test("texts that a file for spreadsheets changes are said to be changed: before it is written, with the file, or no file", async () => {
  oneDoor(first, { Name: "=1+1", Tag: "-", Mark: " =x" });
  oneDoor(second, { Name: "Entrance" });
  const readBackOf = ({ report }: Awaited<ReturnType<typeof files>>) =>
    new Map(report.files.map(({ model, readBack, guardedCells }) => [model.id, { readBack, guardedCells }]));
  const run = await ended(await start({ profile: "spreadsheets" }));
  expect(run).toMatchObject({ state: "done", lossyFiles: 1 });
  expect(run.losses).toMatchObject([{ titles: ["2 texts would get an apostrophe in front"] }]);
  const made = await files(run);
  expect(readBackOf(made).get(first)).toEqual({ readBack: "guarded", guardedCells: 2 });
  expect(readBackOf(made).get(second)).toEqual({ readBack: "identical", guardedCells: 0 });
  const strict = await ended(await start({ profile: "spreadsheets", onLoss: "stop" }));
  expect(strict).toMatchObject({ state: "partly", modelsDone: 1, modelsFailed: 1 });
  const programs = await ended(await start({ profile: "programs", onLoss: "stop" }));
  expect(programs).toMatchObject({ state: "done", lossyFiles: 0 });
  const unaltered = await files(programs);
  expect(readBackOf(unaltered).get(first)).toEqual({ readBack: "identical", guardedCells: 0 });
  const file = unaltered.report.files.find(({ model }) => model.id === first);
  expect(unaltered.files.get(file?.name ?? "")?.toString()).toMatch(/,=1\+1,-, =x\r\n$/);
  await portal.db.exportRun.updateMany({ where: { bulkId: run.id }, data: { guardedCells: null } });
  expect(readBackOf(await files(run)).get(first)).toEqual({ readBack: "compared", guardedCells: null });
});

test("the forecast before a run tells what was read before from what was not", async () => {
  const { cloudId, projectId, staff } = portal;
  const doors = { classes: ["IfcDoor"], view: null };
  const question: BulkQuestion = { cloudId, projectId, models, ...doors, form: "files" };
  const ask = (change: Partial<BulkQuestion> = {}) =>
    readBulkFacts(staff, { ...question, ...change }, new AbortController().signal);
  expect(await ask()).toEqual({ asked: 2, read: 0, seen: 0, rows: 0, facts: null });
  oneDoor(first, { Name: "1/2", Tag: "7" });
  const run = await ended(await start({ models: [String(first)] }));
  const before = requestsFor(first) + requestsFor(second);
  const known = await ask();
  expect(known).toMatchObject({ asked: 2, read: 1, seen: 1, rows: 1, facts: { rows: 1, columns: 3 } });
  expect(known.facts?.losses.dateLike).toMatchObject({ count: 1, example: "1/2" });
  expect(known.facts?.losses.dateLike?.column).toMatch(/, Name$/);
  // In a joined table each row names its model, and that name may be a formula too.
  await portal.db.snapshot.updateMany({ data: { modelName: "+A" } });
  expect((await ask()).facts?.losses.formula).toBeUndefined();
  expect((await ask({ form: "table" })).facts).toMatchObject({
    columns: 6,
    losses: { formula: { count: 1, column: "+A, Model" } },
  });
  const tagOnly = viewContentSchema.parse({ ifcClasses: ["IfcDoor"], columns: [{ property: "Tag" }] });
  expect((await ask({ view: tagOnly })).facts).toMatchObject({ columns: 2, losses: {} });
  expect(await ask({ models: null, projectId: null })).toMatchObject({ asked: null, read: 1 });
  expect(await ask({ classes: ["IfcDoor", "IfcWall"] })).toMatchObject({ read: 0, facts: null });
  expect(requestsFor(first) + requestsFor(second)).toBe(before);
  expect(run.state).toBe("done");
});

test("a model whose stored answer was damaged is read again, and its file is whole", async () => {
  const plain = await ended(await start());
  const row = await portal.db.snapshot.findFirstOrThrow({ where: { modelServiceId: BigInt(first) } });
  const stored = await open(path.join(portal.dataDir, "files", snapshotKey(row.id), ROWS_FILE), "r+");
  await stored.write(Buffer.from([0xff]), 0, 1, Math.floor((await stored.stat()).size / 2));
  await stored.close();
  const before = [first, second].map(requestsFor);
  for (const form of ["files", "table"] as const) {
    const again = await ended(await start({ form }));
    expect(again).toMatchObject({ state: "done", modelsDone: 2, rows: plain.rows, leftOut: [] });
    expect([first, second].map(requestsFor)).toEqual([(before[0] ?? 0) + 1, before[1]]);
  }
});
