import type { ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFile, readdir } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { EXPORT_PROFILES } from "#lib/elements/files/options.ts";
import { openBulkArchive } from "#lib/features/exports/bulk/archive.ts";
import { cancelBulk, repeatBulk } from "#lib/features/exports/bulk/commands.ts";
import { getBulkRun, listBulkRuns } from "#lib/features/exports/bulk/queries.ts";
import type { StartBulkInput } from "#lib/features/exports/bulk-schema.ts";
import { bulkSummary } from "#lib/features/exports/bulk/summary.ts";
import { listExportRuns, openExportFile } from "#lib/features/exports/queries.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { answer } from "#tests/support/fault-answers.ts";
import { until } from "#tests/support/until.ts";
import { held, kill, useWorkers } from "#tests/support/worker-process.ts";
import { makeBulkDesk, useBulkDesk } from "./bulk-desk.ts";
import { asAlone, linesOf, type Line } from "./json-lines.ts";
import { manyDoors } from "./element-portal.ts";
import { exportKey } from "./export-desk.ts";
import { untilNoJobIsLeft } from "./jobs.ts";

const HOUSE = "ac20-fzk-haus-ifc4.ifc";
const { portal, models, start, ended, download, files, inject, requestsFor } = await useBulkDesk(
  "revit2020-ifc4-rooms.ifc",
  HOUSE,
  HOUSE,
);
const [first = 0, second = 0, third = 0] = models;
/** Where a model's reading fails. */
const ENDLESS = answer(200, '{"no end');
await portal.startJobs();
/** A model that the service cannot read. */
const unready = await portal.uploadFile("dak.ifc", "this is no model");
await until("it has failed", async () => (await portal.modelAtService(unready)).state === "failed");
await portal.stopJobs();
const startWorker = useWorkers("export-worker");

const sha256Of = (bytes: Buffer | undefined): string =>
  createHash("sha256")
    .update(bytes ?? "")
    .digest("hex");

test("an archive has the verified file of every model, byte for byte, and a report of them", async () => {
  const run = await ended(await start({ classes: ["IfcDoor", "IfcWall"] }));
  expect(run).toMatchObject({ state: "done", models: 3, modelsDone: 3, hasArchive: true, leftOut: [] });
  // The line of the audit says what was exported, and that it ended.
  const { name } = await portal.db.project.findUniqueOrThrow({ where: { id: portal.projectId } });
  const rows = await portal.db.audit.findMany({ where: { objectId: run.id }, orderBy: { seq: "asc" } });
  expect(rows).toMatchObject([
    { outcome: "INTENDED", after: { name, models: 3 } },
    { outcome: "DONE", requestId: rows[0]?.requestId, after: { DONE: 3 } },
  ]);
  const made = await files(run);
  const parts = await portal.db.exportRun.findMany({ where: { bulkId: run.id } });
  expect(parts).toHaveLength(3);
  const names = parts.map(({ fileName }) => fileName);
  expect(new Set(made.files.keys())).toEqual(new Set(["report.json", ...names]));
  for (const { id, fileName } of parts) {
    const { stream } = await openExportFile(portal.staff, id);
    expect(made.files.get(fileName)).toEqual(Buffer.concat(await Array.fromAsync(stream)));
  }
  for (const { name, sha256 } of made.report.files) expect(sha256Of(made.files.get(name))).toBe(sha256);
  // Parts are not listed as separate exports.
  expect((await listExportRuns(portal.staff, { filter: "all" })).runs).toEqual([]);
  expect((await listBulkRuns(portal.staff)).map(({ id }) => id)).toEqual([run.id]);
});

test("one model that fails is named with its reason; the others are whole", async () => {
  inject(second, ENDLESS, 50);
  const run = await ended(await start());
  expect(run).toMatchObject({ state: "partly", models: 3, modelsDone: 2, modelsFailed: 1, hasArchive: true });
  expect(bulkSummary(run)).toMatch(/^2 of 3 models, 1 failed: .+ \(.+\)$/);
  const made = await files(run);
  expect(made.files.size).toBe(3);
  const { report } = made;
  expect(report.failed.map(({ model }) => model.id)).toEqual([second]);
  expect(report.failed[0]?.reason).toMatch(/Nothing was published/);
  expect(new Set(report.files.map(({ model }) => model.id))).toEqual(new Set([first, third]));
});

test("a whole cloud: models in their project's folder, the unready one named from the start", async () => {
  const run = await ended(await start({ projectId: undefined, which: "all", models: [] }));
  expect(run).toMatchObject({ state: "partly", project: null, models: 4, modelsDone: 3, modelsFailed: 0 });
  expect(run.leftOut.map(({ modelId }) => modelId)).toEqual([unready]);
  expect(bulkSummary(run)).toMatch(/^3 of 4 models, 1 left out: .*“Failed”/);
  const made = await files(run);
  expect(made.report.leftOut.map(({ modelId }) => modelId)).toEqual([unready]);
  for (const name of [...made.files.keys()].filter((found) => found !== "report.json"))
    expect(name).toMatch(/^Blok-C-\d+\/[^/]+\.csv$/);
});

test("one table has each model's elements as its own file has them, under their project and model, beside its record", async () => {
  const classes = ["IfcDoor", "IfcWallStandardCase"];
  const alone = await ended(await start({ classes, profile: "json" }));
  const run = await ended(await start({ classes, profile: "json", form: "table" }));
  expect(run).toMatchObject({ state: "done", models: 3, modelsDone: 3, rows: alone.rows, leftOut: [] });
  const made = await files(run);
  const name = "Blok-C-IfcDoor-and-1-more.ndjson";
  expect(new Set(made.files.keys())).toEqual(new Set(["report.json", name, `${name}.record.json`]));
  const table = made.files.get(name);
  const lines = linesOf<Line>(table);
  expect(new Set(lines.map(({ project }) => project))).toEqual(new Set(["Blok C"]));
  const parts = await portal.db.exportRun.findMany({ where: { bulkId: alone.id } });
  const apart = await files(alone);
  for (const { modelServiceId, modelName, fileName } of parts) {
    const own = lines.filter(({ modelNumber }) => BigInt(modelNumber) === modelServiceId);
    expect(new Set(own.map(({ model }) => model))).toEqual(new Set([modelName]));
    expect(own.map(asAlone)).toEqual(linesOf(apart.files.get(fileName)));
  }
  const record = JSON.parse(made.files.get(`${name}.record.json`)?.toString() ?? "") as {
    source: { models: { model: { id: number }; classes: { elements: number }[] }[] };
    file: { rows: number; sha256: string };
  };
  expect(record.file).toMatchObject({ rows: lines.length, sha256: sha256Of(table) });
  expect(record.source.models.map(({ model }) => model.id)).toEqual([...models].sort((a, b) => a - b));
  const elements = record.source.models.flatMap((model) => model.classes.map((of) => of.elements));
  expect(elements.reduce((sum, count) => sum + count, 0)).toBe(lines.length);
  expect(made.report.files).toMatchObject([{ name, models: 3, rows: lines.length }]);
});

test("one table of a whole cloud: every format, its cloud in each row, what is missing named; no model, no table", async () => {
  inject(second, ENDLESS, 500);
  const wish: Partial<StartBulkInput> = { projectId: undefined, which: "all", models: [], form: "table" };
  for (const profile of EXPORT_PROFILES) {
    const run = await ended(await start({ ...wish, profile }));
    expect(run).toMatchObject({ state: "partly", models: 4, modelsDone: 2, modelsFailed: 0 });
    expect(run.leftOut.map(({ modelId }) => modelId).sort()).toEqual([second, unready].sort());
    if (profile !== "programs") continue;
    const made = await files(run);
    const leftOut = made.report.leftOut.find(({ modelId }) => modelId === second);
    expect(leftOut?.reason).toMatch(/could not be read/);
    const text = made.files.get("Kanaalzone-Noord-IfcDoor.csv")?.toString() ?? "";
    const [headings, line] = text.split("\r\n");
    expect(headings).toMatch(/^Cloud,ProjectNumber,Project,ModelNumber,Model,GlobalId,/);
    expect(line).toMatch(/^Kanaalzone Noord,\d+,Blok C,\d+,/);
  }
  const failed = await ended(await start({ models: [String(second)], form: "table" }));
  expect(failed).toMatchObject({ state: "failed", modelsDone: 0, modelsFailed: 1, hasArchive: false });
  expect(bulkSummary(failed)).toMatch(/^0 of 1 model, no table: No model could be read\. /);
});

test("one table, killed in the middle, is made whole of what was read; cancelled, it offers nothing", async () => {
  await portal.stopJobs();
  const child = await startWorker({ HOLD_AT: "writing" });
  const cancelled = await start({ form: "table", classes: ["IfcWindow"] });
  await held(child);
  const end = { state: "cancelled", hasArchive: false };
  expect(await cancelBulk(portal.staff, cancelled.id)).toMatchObject(end);
  child.stdin?.write("\n");
  await untilNoJobIsLeft();
  expect(await codeOf(openBulkArchive(portal.staff, cancelled.id))).toBe("NOT_FOUND");

  inject(third, answer(200, manyDoors(6_000)));
  const before = models.map(requestsFor);
  const run = await start({ form: "table" });
  await held(child);
  await until("it says so", async () => (await getBulkRun(portal.staff, run.id)).modelsDone === 3);
  await killMidway(child);
  expect(await codeOf(openBulkArchive(portal.staff, run.id))).toBe("NOT_FOUND");
  await portal.startJobs();
  expect(await ended(run)).toMatchObject({ state: "done", modelsDone: 3 });
  expect(models.map(requestsFor)).toEqual(before.map((count) => count + 1));
  expect((await files(run)).files.size).toBe(3);
});

test("killed in the middle, a run goes on with what is missing and reads nothing again that is done", async () => {
  await portal.stopJobs();
  inject(third, { kind: "stall", bytes: 100 });
  const before = [first, second].map(requestsFor);
  const child = await startWorker();
  const run = await start();
  await until("two parts are done and the third is at work", async () => {
    const { modelsDone, state } = await getBulkRun(portal.staff, run.id);
    if (state !== "running") throw new Error("it was done too soon to be caught");
    return modelsDone === 2 && requestsFor(third) === 1;
  });
  await killMidway(child);
  const done = await portal.db.exportRun.findMany({ where: { bulkId: run.id, state: "DONE" } });
  expect(await codeOf(openBulkArchive(portal.staff, run.id))).toBe("NOT_FOUND");
  await portal.startJobs();
  expect(await ended(run)).toMatchObject({ state: "done", modelsDone: 3 });
  for (const part of done) {
    const now = await portal.db.exportRun.findUniqueOrThrow({ where: { id: part.id } });
    expect([now.fileKey, now.endedAt]).toEqual([part.fileKey, part.endedAt]);
  }
  expect([first, second].map(requestsFor)).toEqual(before.map((count) => count + 1));
  expect((await files(run)).files.size).toBe(4);
});

/** Kills it, and moves on to when nobody waits for its readings any more. */
async function killMidway(child: ChildProcess): Promise<void> {
  await kill(child);
  await portal.db.snapshot.updateMany({ where: { state: "READING" }, data: { leaseUntil: new Date(0) } });
}

test("a cancelled run offers nothing, and its parts do not go on", async () => {
  await portal.stopJobs();
  const run = await start();
  const viewer = await portal.actor("VIEWER", "Noor Smit");
  expect(await codeOf(cancelBulk(viewer, run.id))).toBe("FORBIDDEN");
  expect(await cancelBulk(portal.staff, run.id)).toMatchObject({ state: "cancelled", hasArchive: false });
  expect(await codeOf(cancelBulk(portal.staff, run.id))).toBe("CONFLICT");
  const before = portal.elementRequests();
  await portal.startJobs();
  await untilNoJobIsLeft();
  expect(portal.elementRequests()).toBe(before);
  expect(await codeOf(openBulkArchive(portal.staff, run.id))).toBe("NOT_FOUND");
});

test("a form sent twice is one run, and somebody else's key is refused", async () => {
  const key = exportKey();
  const [one, two] = await Promise.all([start({ key }), start({ key })]);
  expect(one.id).toBe(two.id);
  expect(await portal.db.exportRun.count({ where: { bulkId: key } })).toBe(3);
  const other = makeBulkDesk({ ...portal, staff: await portal.actor() }, models);
  expect(await codeOf(other.start({ key }))).toBe("CONFLICT");
  await ended(one);
});

test("repeated, a run takes the models that were asked for, those left out before as well, in the same form", async () => {
  const before = await ended(
    await start({ models: [first, second, unready].map(String), profile: "json", form: "table" }),
  );
  expect(before).toMatchObject({ state: "partly", modelsDone: 2 });
  expect(Date.parse(before.archiveUntil ?? "")).toBeGreaterThan(Date.parse(before.endedAt ?? ""));
  const key = exportKey();
  const again = await repeatBulk(portal.staff, { key, bulkId: before.id });
  expect((await repeatBulk(portal.staff, { key, bulkId: before.id })).id).toBe(again.id);
  const { classes, rows, leftOut } = before;
  const same = { classes, rows, profile: "json", modelsDone: 2 };
  const repeated = await ended(again);
  expect(repeated).toMatchObject(same);
  expect(repeated.leftOut).toEqual(leftOut);
  const whole = await ended(await start());
  const apart = await ended(await repeatBulk(portal.staff, { key: exportKey(), bulkId: whole.id }));
  expect(apart).toMatchObject({ state: "done", table: null, modelsDone: 3 });
  expect(await codeOf(repeatBulk(portal.staff, { key: exportKey(), bulkId: exportKey() }))).toBe("NOT_FOUND");
});

test("nothing is started when no model is ready, with the reason", async () => {
  await expect(start({ models: [String(unready)] })).rejects.toThrow(
    /No model can be exported now\. dak.*Nothing was started/,
  );
  expect(await portal.db.bulkRun.count()).toBe(0);
});

test("a file that is not what was verified breaks the download", async () => {
  const run = await ended(await start({ models: [String(first)] }));
  const part = await portal.db.exportRun.findFirstOrThrow({ where: { bulkId: run.id } });
  const folder = path.join(portal.dataDir, "files", part.fileKey ?? "");
  const file = (await readdir(folder)).find((name) => name.startsWith("elements")) ?? "";
  await appendFile(path.join(folder, file), "x");
  await expect(download(run)).rejects.toThrow(/no longer matches the verified file|longer than it said/);
});

test("what failed or is still in process is named with its reason, although nobody could choose it", async () => {
  await portal.stopJobs();
  const coming = await portal.uploadFile("gevel.ifc", "this is no model either");
  const run = await start({ models: [String(first)] });
  const named = run.notReady.map(({ modelId, modelName, asked }) => ({ modelId, modelName, asked }));
  expect(named).toEqual([
    { modelId: coming, modelName: "gevel.ifc", asked: false },
    { modelId: unready, modelName: "dak.ifc", asked: false },
  ]);
  expect(run.notReady.map(({ reason }) => reason)).toEqual([
    "its state at the service is “Waiting”",
    expect.stringMatching(/^its state at the service is “Failed”: This is not an IFC file/),
  ]);
  await portal.startJobs();
  const { report, ...made } = await files(await ended(run));
  expect(made.files.size).toBe(2);
  expect(report.leftOut.map(({ modelId, asked }) => [modelId, asked])).toEqual([
    [coming, false],
    [unready, false],
  ]);
  expect(report.summary).toMatch(/^1 of 1 model, 2 more not ready: gevel/);
  // They were never asked for: a repetition takes the models of the run, and names those that are not ready then.
  const again = await ended(await repeatBulk(portal.staff, { key: exportKey(), bulkId: run.id }));
  expect(again).toMatchObject({ models: 1, modelsDone: 1, leftOut: [] });
  expect(again.notReady.map(({ modelId }) => modelId)).toEqual([coming, unready]);
});
