import { spawn, type ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { appendFile, readFile, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { parse } from "csv-parse/sync";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#lib/auth/actor.ts";
import { setClock } from "#lib/core/clock.ts";
import { AppError } from "#lib/core/errors.ts";
import { newId } from "#lib/core/ids.ts";
import { parseHeading } from "#lib/elements/csv-headings.ts";
import type { ExportRunView } from "#lib/features/exports/schema.ts";
import { until } from "#tests/support/until.ts";
import { ELEMENTS, exportKey, manyDoors, startElementPortal, type ElementPortal } from "./element-portal.ts";

let portal: ElementPortal;
let commands: typeof import("#lib/features/exports/commands.ts");
let queries: typeof import("#lib/features/exports/queries.ts");
let retention: typeof import("#lib/features/exports/retention.ts");
let elements: typeof import("#lib/features/elements/queries.ts");
let sweepSnapshots: () => Promise<void>;
let storage: ReturnType<typeof import("#lib/storage/instance.ts").getStorage>;
let modelId = 0;

beforeAll(async () => {
  portal = await startElementPortal();
  commands = await import("#lib/features/exports/commands.ts");
  queries = await import("#lib/features/exports/queries.ts");
  retention = await import("#lib/features/exports/retention.ts");
  elements = await import("#lib/features/elements/queries.ts");
  ({ sweepSnapshots } = await import("#lib/features/elements/eviction.ts"));
  storage = (await import("#lib/storage/instance.ts")).getStorage();
  await portal.startJobs();
  modelId = await portal.uploadFixture("revit2020-ifc4-rooms.ifc");
  await portal.stopJobs();
});

afterAll(() => portal.stop());

beforeEach(() => portal.startJobs());

const children: ChildProcess[] = [];
const restore: (() => void)[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  for (const undo of restore.splice(0)) undo();
  await portal.stopJobs();
  portal.proxy.clear();
  await portal.db.exportRun.deleteMany({});
  await portal.db.snapshot.deleteMany({});
  await portal.db.$executeRaw`delete from graphile_worker._private_jobs`;
  await sweepSnapshots();
  await removeOrphansNow();
});

async function openTable(ifcClass = "IfcDoor"): Promise<string> {
  const { cloudId, projectId } = portal;
  return until("the table", async () => {
    const page = await elements.openElementTable(portal.staff, { cloudId, projectId, modelId, ifcClass });
    if (page.state !== "open" || page.table.state === "reading") return null;
    if (page.table.state !== "ready") throw new Error(JSON.stringify(page.table));
    return page.table.snapshot.id;
  });
}

/** A table large enough to be caught at work. */
async function openLargeTable(doors: number): Promise<string> {
  portal.proxy.inject("GET", ELEMENTS, answerWith(manyDoors(doors)), 1);
  return openTable();
}

function answerWith(body: string | Uint8Array) {
  return {
    kind: "answer",
    status: 200,
    headers: { "content-type": "application/json" },
    body,
  } as const;
}

function start(
  snapshotId: string,
  actor: Actor = portal.staff,
  profile: "programs" | "spreadsheets" = "programs",
) {
  return commands.startExport(actor, { key: exportKey(), snapshotId, profile });
}

async function ended(run: { id: string }): Promise<ExportRunView> {
  return until(
    "the run ends",
    async () => {
      const now = await queries.getExportRun(portal.staff, run.id);
      return ["DONE", "FAILED", "CANCELLED"].includes(now.state) ? now : null;
    },
    60_000,
  );
}

async function download(run: { id: string }, actor: Actor = portal.staff): Promise<Buffer> {
  const file = await queries.openExportFile(actor, run.id);
  const pieces: Uint8Array[] = [];
  for await (const piece of file.stream) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  expect(bytes.length).toBe(file.bytes);
  return bytes;
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (thrown) {
    return thrown instanceof AppError ? thrown.code : String(thrown);
  }
  return "none";
}

type Answer = Record<string, Record<string, Record<string, unknown>>>;

async function askService(ifcClass: string): Promise<Answer> {
  const { getElementSource } = await import("#lib/features/elements/source.ts");
  const source = await getElementSource(portal.projectId);
  const answer = await source.client.streamSimpleElements(
    source.cloudServiceId,
    source.projectServiceId,
    modelId,
    ifcClass,
  );
  const pieces: Uint8Array[] = [];
  for await (const piece of answer.body) pieces.push(piece);
  return JSON.parse(Buffer.concat(pieces).toString(), keepDigits as typeof dropKey) as Answer;
}

/** A number as the answer wrote it: 2050.0 is not 2050. */
class Digits {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

function dropKey(_key: string, value: unknown): unknown {
  return value;
}

/** The reviver's third argument (ECMAScript "JSON.parse source text access") is not in the compiler's library yet. */
function keepDigits(_key: string, value: unknown, { source }: { source: string }): unknown {
  return typeof value === "number" ? new Digits(source) : value;
}

test("the file says, cell by cell, what the service says of every element", async () => {
  for (const ifcClass of ["IfcDoor", "IfcWall", "IfcSpace"]) {
    const run = await ended(await start(await openTable(ifcClass)));
    expect(run).toMatchObject({ state: "DONE", hasFile: true, failure: null });
    const bytes = await download(run);
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(run.sha256);
    const records: string[][] = parse(bytes, { record_delimiter: "\r\n" });
    const [headings = [], ...rows] = records;
    const source = await askService(ifcClass);
    expect(rows.map((row) => row[0])).toEqual(Object.keys(source));
    expect(rows.length).toBe(run.rowsTotal);
    expect(headings.length).toBe(run.columns);
    const seen = new Set<string>();
    for (const row of rows) {
      for (const [i, heading] of headings.entries()) {
        const parts = parseHeading(heading);
        if (parts === null) continue;
        const set = parts.origin === "attribute" ? "attributes" : parts.set;
        const value = source[row[0] ?? ""]?.[set]?.[parts.property];
        seen.add(`${set}/${parts.property}`);
        expect(row[i], `${row[0] ?? ""} ${heading}`).toBe(expectedText(value));
      }
    }
    const wanted = Object.values(source).flatMap((sets) =>
      Object.entries(sets).flatMap(([set, values]) => Object.keys(values).map((name) => `${set}/${name}`)),
    );
    expect(seen).toEqual(new Set(wanted));
  }
});

/** The rule of docs/decisions/0007-csv.md for this fixture, whose texts no spreadsheet would run. */
function expectedText(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : jsonText(value);
}

function jsonText(value: unknown): string {
  if (value instanceof Digits) return value.text;
  if (Array.isArray(value)) return `[${value.map(jsonText).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}:${jsonText(member)}`);
  return `{${members.join(",")}}`;
}

test("missing, no value and empty text, formulas and numbers stay what they are in both profiles", async () => {
  const snapshotId = await openLargeTable(3);
  const programs = (await download(await ended(await start(snapshotId)))).toString();
  expect(programs.split("\r\n")[1]).toBe(
    `2O2Fr$t4X7Zf8N00000000,"D-0 ""Entrance"", east",300000,2.10,0e-3,true,"",'=T0,,"[1,2.50]","{""c"":null}",-0.02,text 0`,
  );
  const spreadsheets = (
    await download(await ended(await start(snapshotId, portal.staff, "spreadsheets")))
  ).toString();
  expect(spreadsheets.split("\r\n")[1]).toBe(
    `2O2Fr$t4X7Zf8N00000000;"D-0 ""Entrance"", east";300000;2,10;0e-3;true;"";'=T0;;[1,2.50];"{""c"":null}";-0,02;text 0`,
  );
  expect(spreadsheets.startsWith("\uFEFFGlobalId;Name;")).toBe(true);
});

test("a record beside the file says what it was made of, and the audit who asked for it", async () => {
  const run = await ended(await start(await openTable()));
  const row = await portal.db.exportRun.findUniqueOrThrow({ where: { id: run.id } });
  const record: unknown = JSON.parse(
    await readFile(storage.localPath(`${row.fileKey ?? ""}/record.json`), "utf8"),
  );
  expect(record).toMatchObject({
    run: run.id,
    startedBy: "Sanne Verbeek",
    source: {
      cloud: { name: "Kanaalzone Noord" },
      project: { name: "Blok C" },
      model: { id: modelId },
      ifcClass: "IfcDoor",
    },
    file: {
      name: run.fileName,
      rows: run.rowsTotal,
      columns: run.columns,
      sha256: run.sha256,
      readBack: "identical",
    },
  });
  expect(JSON.stringify(record)).not.toContain("secret");
  const audit = await portal.db.audit.findMany({ where: { objectId: run.id }, orderBy: { seq: "asc" } });
  expect(audit.map(({ action, outcome, actorName }) => [action, outcome, actorName])).toEqual([
    ["elements.export", "INTENDED", "Sanne Verbeek"],
    ["elements.export", "DONE", "Sanne Verbeek"],
  ]);
  expect(run.fileName).toMatch(/^revit2020-ifc4-rooms-IfcDoor-\d{4}-\d\d-\d\d\.csv$/);
});

test("a viewer may export, and download what somebody else has exported", async () => {
  const viewer = await portal.actor("VIEWER", "Pieter de Groot");
  const run = await ended(await start(await openTable(), viewer));
  expect(run).toMatchObject({ state: "DONE", actorName: "Pieter de Groot" });
  const other = await portal.actor("VIEWER", "Jan Köhler");
  expect(await download(run, other)).toEqual(await download(run, viewer));
});

test("a form sent fifty times at once is one run", async () => {
  const snapshotId = await openTable();
  const key = exportKey();
  const input = { key, snapshotId, profile: "programs" } as const;
  const runs = await Promise.all(Array.from({ length: 50 }, () => commands.startExport(portal.staff, input)));
  expect(new Set(runs.map((run) => run.id))).toEqual(new Set([key]));
  expect(await portal.db.exportRun.count()).toBe(1);
  const stranger = await portal.actor("OPERATOR", "Eva");
  expect(await codeOf(commands.startExport(stranger, input))).toBe("CONFLICT");
});

test("a table that is not there cannot be exported, a run that is not there not read", async () => {
  expect(await codeOf(start(newId()))).toBe("NOT_FOUND");
  for (const id of [newId(), "../record", ""]) {
    expect(await codeOf(queries.getExportRun(portal.staff, id))).toBe("NOT_FOUND");
    expect(await codeOf(queries.openExportFile(portal.staff, id))).toBe("NOT_FOUND");
  }
});

test("a run killed with kill -9 while it writes is finished by the next process, and its file is whole", async () => {
  await portal.stopJobs();
  const doors = 60_000;
  const snapshotId = await openLargeTable(doors);
  for (const moment of ["claimed", "VERIFYING"] as const) {
    const child = await startWorker();
    const run = await start(snapshotId);
    await until(`the run is ${moment}`, async () => {
      const row = await portal.db.exportRun.findUniqueOrThrow({ where: { id: run.id } });
      if (row.state === "DONE") throw new Error("it was done too soon to be caught");
      return moment === "claimed" ? row.runnerToken !== null : row.state === moment;
    });
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(await codeOf(queries.openExportFile(portal.staff, run.id))).toBe("NOT_FOUND");
    expect(await publishedFiles()).toEqual([]);

    await portal.startJobs();
    const done = await ended(run);
    expect(done).toMatchObject({ state: "DONE", rowsTotal: doors });
    const bytes = await download(done);
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(done.sha256);
    expect(parse(bytes, { record_delimiter: "\r\n", to: 1 })).toHaveLength(1);
    expect(bytes.toString().split("\r\n")).toHaveLength(doors + 2);
    await portal.stopJobs();
    await portal.db.exportRun.deleteMany({});
    await removeOrphansNow();
  }
}, 120_000);

async function startWorker(): Promise<ChildProcess> {
  const node = path.resolve("node_modules/.bin/node");
  const child = spawn(node, ["tests/support/export-worker.ts"], { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  await once(child.stdout, "data");
  return child;
}

async function publishedFiles(): Promise<string[]> {
  return storage.listChildren("exports");
}

async function removeOrphansNow(): Promise<void> {
  const undo = setClock(() => Date.now() + 3_600_000);
  await retention.sweepExports();
  undo();
}

test("a tidy stop in the middle loses nothing: the run goes on with the next start", async () => {
  const run = await start(await openLargeTable(60_000));
  expect(run.state).not.toBe("DONE");
  await portal.stopJobs();
  expect((await queries.getExportRun(portal.staff, run.id)).state).not.toBe("FAILED");
  await portal.startJobs();
  expect(await ended(run)).toMatchObject({ state: "DONE", rowsTotal: 60_000 });
});

test("a cancelled run leaves nothing behind, whenever it is cancelled", async () => {
  const snapshotId = await openLargeTable(60_000);
  const run = await start(snapshotId);
  expect(run.canCancel).toBe(true);
  const cancelled = await commands.cancelExport(portal.staff, run.id);
  expect(cancelled).toMatchObject({ state: "CANCELLED", cancelledBy: "Sanne Verbeek", hasFile: false });
  await portal.stopJobs();
  const queued = await start(snapshotId);
  expect(queued.state).toBe("QUEUED");
  await commands.cancelExport(portal.staff, queued.id);
  await portal.startJobs();
  await until("no job is left", async () => (await countJobs()) === 0);
  for (const { id } of [run, queued]) {
    expect(await queries.getExportRun(portal.staff, id)).toMatchObject({ state: "CANCELLED", sha256: null });
    expect(await codeOf(queries.openExportFile(portal.staff, id))).toBe("NOT_FOUND");
  }
  expect(await publishedFiles()).toEqual([]);
  expect(await codeOf(commands.cancelExport(portal.staff, run.id))).toBe("CONFLICT");
});

async function countJobs(): Promise<number> {
  const rows = await portal.db.$queryRaw<unknown[]>`select 1 from graphile_worker.jobs`;
  return rows.length;
}

test("a viewer cannot cancel what somebody else has started", async () => {
  await portal.stopJobs();
  const run = await start(await openTable());
  const viewer = await portal.actor("VIEWER", "Pieter de Groot");
  expect(await codeOf(commands.cancelExport(viewer, run.id))).toBe("FORBIDDEN");
  expect((await queries.getExportRun(viewer, run.id)).canCancel).toBe(false);
  expect((await queries.getExportRun(portal.staff, run.id)).state).toBe("QUEUED");
});

test("repeating reads again what is not kept any more; a cut answer ends as failed, without a file", async () => {
  const first = await ended(await start(await openTable()));
  await portal.db.snapshot.deleteMany({});
  portal.proxy.inject("GET", ELEMENTS, { kind: "truncate", framing: "close", bytes: 2_000 }, 1);
  const failed = await ended(
    await commands.repeatExport(portal.staff, { key: exportKey(), runId: first.id }),
  );
  expect(failed).toMatchObject({ state: "FAILED", hasFile: false, sha256: null });
  expect(failed.failure).toMatch(/Nothing was published/);
  expect(await codeOf(queries.openExportFile(portal.staff, failed.id))).toBe("NOT_FOUND");
  const again = await ended(
    await commands.repeatExport(portal.staff, { key: exportKey(), runId: failed.id }),
  );
  expect(again).toMatchObject({ state: "DONE", sha256: first.sha256 });
});

test("a file that differs from the table by one byte, one row or one cell is found out", async () => {
  const { writeCsvFile } = await import("#lib/features/exports/csv-file.ts");
  const { readBack, ReadBackMismatch } = await import("#lib/features/exports/read-back.ts");
  const { findSnapshotFiles } = await import("#lib/features/elements/snapshot-files.ts");
  const snapshot = await findSnapshotFiles(await openLargeTable(40));
  if (snapshot === null) throw new Error("no snapshot");
  const work = await storage.makeWorkFolder();
  const progress = { signal: new AbortController().signal, advance: () => undefined };
  const good = path.join(work, "good.csv");
  const summary = await writeCsvFile(snapshot, good, "programs", progress);
  const check = (file: string) => readBack({ snapshot, path: file, profile: "programs", summary, progress });
  await check(good);
  const text = await readFile(good, "utf8");
  const lines = text.split("\r\n");
  const changed: Record<string, string> = {
    "a digit": text.replace("300007", "300008"),
    "an empty text lost": text.replace(',"",', ",,"),
    "a guard lost": text.replace("'=T7", "=T7"),
    "a row lost": [...lines.slice(0, 5), ...lines.slice(6)].join("\r\n"),
    "a row twice": [...lines.slice(0, 5), ...lines.slice(4)].join("\r\n"),
    "rows swapped": [lines[0], lines[2], lines[1], ...lines.slice(3)].join("\r\n"),
    "a heading": text.replace("GlobalId", "GlobalID"),
    "a bare line feed": text.replace("\r\n", "\n"),
    "an open quote": text.replace('"D-3 ', '"D-3"'),
    "another quoting": text.replace(",300001,", ',"300001",'),
  };
  for (const [what, content] of Object.entries(changed)) {
    expect(content, what).not.toBe(text);
    const file = path.join(work, "changed.csv");
    await writeFile(file, content);
    await expect(check(file), what).rejects.toBeInstanceOf(ReadBackMismatch);
  }
  await truncate(good, summary.bytes - 1);
  await expect(check(good)).rejects.toBeInstanceOf(ReadBackMismatch);
  await appendFile(good, "\n\n");
  await expect(check(good)).rejects.toBeInstanceOf(ReadBackMismatch);
  await snapshot.close();
  await storage.removeWorkFolder(work);
});

test("files go after thirty days, their runs stay; files of no run go, runs without a job are queued again", async () => {
  const run = await ended(await start(await openTable()));
  await retention.sweepExports();
  expect(await publishedFiles()).toHaveLength(1);
  restore.push(setClock(() => Date.now() + 31 * 24 * 3_600_000));
  await retention.sweepExports();
  expect(await queries.getExportRun(portal.staff, run.id)).toMatchObject({ state: "DONE", hasFile: false });
  expect(await publishedFiles()).toEqual([]);
  await portal.stopJobs();
  const lost = await commands.repeatExport(portal.staff, { key: exportKey(), runId: run.id });
  await portal.db.$executeRaw`delete from graphile_worker._private_jobs`;
  await retention.sweepExports();
  await portal.startJobs();
  expect(await ended(lost)).toMatchObject({ state: "DONE" });
});

test("the history pages through every run once, newest first", async () => {
  const snapshotId = await openTable();
  const { id } = await ended(await start(snapshotId));
  const row = await portal.db.exportRun.findUniqueOrThrow({ where: { id } });
  await portal.db.exportRun.createMany({
    data: Array.from({ length: 120 }, (_, i) => ({
      ...row,
      id: newId(),
      fileKey: null,
      state: i % 2 === 0 ? ("FAILED" as const) : ("DONE" as const),
      createdAt: new Date(row.createdAt.getTime() - Math.floor(i / 7)),
    })),
  });
  const seen: string[] = [];
  let before: string | undefined;
  do {
    const page = await queries.listExportRuns(portal.staff, { filter: "all", before });
    seen.push(...page.runs.map((run) => run.id));
    before = page.next ?? undefined;
    expect(page.counts).toEqual({ all: 121, running: 0, done: 61, failed: 60, cancelled: 0 });
  } while (before !== undefined);
  expect(seen).toHaveLength(121);
  expect(new Set(seen).size).toBe(121);
  const failed = await queries.listExportRuns(portal.staff, { filter: "failed" });
  expect(failed.runs.every((run) => run.state === "FAILED")).toBe(true);
});
