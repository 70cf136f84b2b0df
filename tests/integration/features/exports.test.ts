import { open } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { after, now } from "#lib/core/clock.ts";
import { newId } from "#lib/core/ids.ts";
import { inEnglish } from "#lib/core/texts.ts";
import { Prisma } from "#lib/db/client.ts";
import { ROWS_FILE } from "#lib/elements/snapshot/row-record.ts";
import { snapshotKey } from "#lib/features/elements/snapshot-files.ts";
import { READER_DIED } from "#lib/features/elements/snapshot-rows.ts";
import {
  ACTIVE_RUNS_PER_PERSON_MAX,
  cancelExport,
  repeatExport,
  startExport,
} from "#lib/features/exports/commands.ts";
import {
  getExportRun,
  listExportRuns,
  openExportFile,
  openExportRecord,
} from "#lib/features/exports/queries.ts";
import { readRequest } from "#lib/features/exports/request.ts";
import { sweepExports } from "#lib/features/exports/retention.ts";
import { atOnce } from "#tests/support/at-once.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { useMovedClock } from "#tests/support/moved-clock.ts";
import { allRows } from "#tests/support/pages.ts";
import { until } from "#tests/support/until.ts";
import { ELEMENTS } from "./element-portal.ts";
import { exportKey, useExportDesk } from "./export-desk.ts";

const { portal, modelId, openTable, openLargeTable, start, ended, download, publishedFiles } =
  await useExportDesk();

const moveClock = useMovedClock();
const { db, staff } = portal;

async function recordOf(run: { id: string }): Promise<unknown> {
  const { stream } = await openExportRecord(staff, run.id);
  return new Response(stream).json();
}

test("missing, no value, empty text and numbers stay what they are; texts do for programs, and a run for spreadsheets says how many it changed", async () => {
  const snapshotId = await openLargeTable(3);
  const unaltered = await ended(await start(snapshotId));
  expect(unaltered).toMatchObject({ rowsTotal: 3, columns: 13, hasFile: true, failure: null });
  const programs = (await download(unaltered)).toString();
  expect(programs.split("\r\n")[1]).toBe(
    `2O2Fr$t4X7Zf8N00000000,"D-0 ""Entrance"", east",300000,2.10,0e-3,true,"",=T0,,"[1,2.50]","{""c"":null}",-0.02,text 0`,
  );
  const changed = await ended(await start(snapshotId, staff, "spreadsheets"));
  const spreadsheets = (await download(changed)).toString();
  expect(spreadsheets.split("\r\n")[1]).toBe(
    `2O2Fr$t4X7Zf8N00000000;"D-0 ""Entrance"", east";300000;2,10;0e-3;true;"";'=T0;;[1,2.50];"{""c"":null}";-0,02;text 0`,
  );
  expect(spreadsheets.startsWith("\uFEFFGlobalId;Name;")).toBe(true);
  expect([unaltered.guardedCells, changed.guardedCells]).toEqual([0, 3]);
  expect(await recordOf(unaltered)).toMatchObject({ file: { guardedCells: 0, readBack: "identical" } });
  expect(await recordOf(changed)).toMatchObject({ file: { guardedCells: 3, readBack: "guarded" } });
  // An earlier version did not count, so nothing is claimed about its files.
  await db.exportRun.update({ where: { id: changed.id }, data: { guardedCells: null } });
  expect((await getExportRun(staff, changed.id)).guardedCells).toBeNull();
});

test("a record beside the file says what it was made of, and the audit who asked for it", async () => {
  const run = await ended(await start(await openTable()));
  const { fileName, stream } = await openExportRecord(staff, run.id);
  expect(fileName).toBe(`${run.fileName}.record.json`);
  const record: unknown = await new Response(stream).json();
  expect(record).toMatchObject({
    run: run.id,
    startedBy: "Sanne Verbeek",
    source: {
      cloud: { name: "Kanaalzone Noord" },
      project: { name: "Blok C" },
      model: { id: modelId },
      classes: [{ ifcClass: "IfcDoor" }],
    },
    view: null,
    file: {
      format: "CSV",
      name: run.fileName,
      rows: run.rowsTotal,
      columns: run.columns,
      sha256: run.sha256,
      readBack: "identical",
    },
  });
  expect(JSON.stringify(record)).not.toContain("secret");
  const audit = await portal.audited({ objectId: run.id });
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
  const input = { key, snapshotIds: [snapshotId], profile: "programs" } as const;
  const runs = await atOnce(50, () => startExport(staff, input));
  expect(new Set(runs.map((run) => run.id))).toEqual(new Set([key]));
  expect(await db.exportRun.count()).toBe(1);
  const stranger = await portal.actor("OPERATOR", "Eva");
  expect(await codeOf(startExport(stranger, input))).toBe("CONFLICT");
});

test("S37: of many different forms at once no more are under way for one person than the limit, and others may go on", async () => {
  await portal.stopJobs();
  const snapshotId = await openTable();
  const asked = ACTIVE_RUNS_PER_PERSON_MAX + 10;
  const codes = await atOnce(asked, () => codeOf(start(snapshotId)));
  expect(codes.filter((code) => code !== "none" && code !== "RATE_LIMITED")).toEqual([]);
  let count = await db.exportRun.count();
  expect(count).toBeLessThanOrEqual(ACTIVE_RUNS_PER_PERSON_MAX);
  for (; count < ACTIVE_RUNS_PER_PERSON_MAX; count += 1) await start(snapshotId);
  expect(await codeOf(start(snapshotId))).toBe("RATE_LIMITED");
  const colleague = await portal.actor("VIEWER", "Pieter de Groot");
  expect((await start(snapshotId, colleague)).state).toBe("QUEUED");
});

test("a table that is not there cannot be exported, a run that is not there not read", async () => {
  expect(await codeOf(start(newId()))).toBe("NOT_FOUND");
  for (const id of [newId(), "../record", ""]) {
    expect(await codeOf(getExportRun(staff, id))).toBe("NOT_FOUND");
    expect(await codeOf(openExportFile(staff, id))).toBe("NOT_FOUND");
    expect(await codeOf(openExportRecord(staff, id))).toBe("NOT_FOUND");
  }
});

test("a viewer cannot cancel what somebody else has started", async () => {
  await portal.stopJobs();
  const run = await start(await openTable());
  const viewer = await portal.actor("VIEWER", "Pieter de Groot");
  expect(await codeOf(cancelExport(viewer, run.id))).toBe("FORBIDDEN");
  expect((await getExportRun(viewer, run.id)).canCancel).toBe(false);
  expect((await getExportRun(staff, run.id)).state).toBe("QUEUED");
});

test("repeating reads again what is not kept any more; a cut answer ends as failed, without a file", async () => {
  const first = await ended(await start(await openTable()));
  await db.snapshot.deleteMany({});
  portal.proxy.inject("GET", ELEMENTS, { kind: "truncate", framing: "close", bytes: 2_000 }, 1);
  const failed = await ended(await repeatExport(staff, { key: exportKey(), runId: first.id }));
  expect(failed).toMatchObject({ state: "FAILED", hasFile: false, sha256: null });
  expect(inEnglish(failed.failure ?? "")).toMatch(/Nothing was published/);
  const row = await db.exportRun.findUniqueOrThrow({ where: { id: failed.id } });
  expect(row.failure).toBe(inEnglish(failed.failure ?? ""));
  expect(row.failureSaid).toMatchObject({ text: "{failure} Nothing was published." });
  expect(await codeOf(openExportFile(staff, failed.id))).toBe("NOT_FOUND");
  const again = await ended(await repeatExport(staff, { key: exportKey(), runId: failed.id }));
  expect(again).toMatchObject({ state: "DONE", sha256: first.sha256 });
});

test("a stored answer that was damaged is read again from the service", async () => {
  const snapshotId = await openTable();
  const plain = await ended(await start(snapshotId));
  // One byte in the middle of the rows: every size is right, and single rows can still be read.
  const rows = path.join(portal.dataDir, "files", snapshotKey(snapshotId), ROWS_FILE);
  const file = await open(rows, "r+");
  const byte = Buffer.alloc(1);
  const place = Math.floor((await file.stat()).size / 2);
  await file.read(byte, 0, 1, place);
  byte[0] = (byte[0] ?? 0) ^ 1;
  await file.write(byte, 0, 1, place);
  await file.close();
  const before = portal.elementRequests();
  const again = await ended(await start(snapshotId));
  expect(again).toMatchObject({ state: "DONE", sha256: plain.sha256 });
  expect(portal.elementRequests()).toBe(before + 1);
  const row = await db.snapshot.findUniqueOrThrow({ where: { id: snapshotId } });
  expect(row.state).toBe("FAILED");
});

test("a table whose stored answer was removed since the page was opened is read again", async () => {
  const snapshotId = await openTable();
  const plain = await ended(await start(snapshotId));
  await db.snapshot.deleteMany({});
  const { projectId } = portal;
  const origin = { projectId, modelId: modelId, classes: ["IFCDOOR"] };
  const input = { snapshotIds: [snapshotId], profile: "programs", origin } as const;
  const again = await ended(await startExport(staff, { key: exportKey(), ...input }));
  expect(again).toMatchObject({ state: "DONE", sha256: plain.sha256, ifcClass: "IfcDoor" });
  const gone = { ...input, key: exportKey(), origin: { ...origin, modelId: 999_999 } };
  expect(await codeOf(startExport(staff, gone))).toBe("NOT_FOUND");
});

test("a run that waits for the reading of a process that died reads by itself", async () => {
  const first = await ended(await start(await openTable()));
  const kept = await db.snapshot.findFirstOrThrow({});
  await portal.stopJobs();
  // A running reading that nobody continues; that its reader is dead is only noticed later.
  const where = { id: kept.id };
  await db.snapshot.update({ where, data: { state: "READING", leaseUntil: after(600_000) } });
  const repeated = await repeatExport(staff, { key: exportKey(), runId: first.id });
  await db.exportRun.update({ where: { id: repeated.id }, data: { snapshotId: null } });
  await portal.startJobs();
  await until("the run waits for that reading", async () => {
    const row = await db.exportRun.findUniqueOrThrow({ where: { id: repeated.id } });
    return row.snapshotId === kept.id;
  });
  await db.snapshot.update({ where, data: { leaseUntil: now() } });
  const again = await ended(repeated);
  expect(again).toMatchObject({ state: "DONE", sha256: first.sha256 });
  const dead = await db.snapshot.findUniqueOrThrow({ where });
  expect(dead).toMatchObject({ state: "FAILED", failure: READER_DIED.text });
  const run = await db.exportRun.findUniqueOrThrow({ where: { id: again.id } });
  expect(run.snapshotId).not.toBe(kept.id);
});

test("files go after thirty days, their runs stay; files of no run go, runs without a job are queued again", async () => {
  const run = await ended(await start(await openTable()));
  await sweepExports();
  expect(await publishedFiles()).toHaveLength(1);
  const keptMs = Date.parse(run.fileUntil ?? "") - Date.parse(run.endedAt ?? "");
  expect(keptMs).toBe(30 * 24 * 3_600_000);
  moveClock(31 * 24 * 3_600_000);
  await sweepExports();
  const withoutFile = { state: "DONE", hasFile: false, fileUntil: null };
  expect(await getExportRun(staff, run.id)).toMatchObject(withoutFile);
  expect(await publishedFiles()).toEqual([]);
  await portal.stopJobs();
  const lost = await repeatExport(staff, { key: exportKey(), runId: run.id });
  await db.$executeRaw`delete from graphile_worker._private_jobs`;
  await sweepExports();
  await portal.startJobs();
  expect(await ended(lost)).toMatchObject({ state: "DONE" });
});

test("the history pages through every run once, newest first", async () => {
  const snapshotId = await openTable();
  const { id } = await ended(await start(snapshotId));
  const row = await db.exportRun.findUniqueOrThrow({ where: { id } });
  await db.exportRun.createMany({
    data: Array.from({ length: 120 }, (_, i) => ({
      ...row,
      request: { ...readRequest(row) },
      forecast: Prisma.DbNull,
      failureSaid: Prisma.DbNull,
      id: newId(),
      fileKey: null,
      state: i % 2 === 0 ? ("FAILED" as const) : ("DONE" as const),
      createdAt: new Date(row.createdAt.getTime() - Math.floor(i / 7)),
    })),
  });
  const seen = await allRows(async (before?: string) => {
    const { runs, next, counts } = await listExportRuns(staff, { filter: "all", before });
    expect(counts).toEqual({ all: 121, running: 0, done: 61, failed: 60, cancelled: 0 });
    return { rows: runs, next };
  });
  expect(seen).toHaveLength(121);
  expect(new Set(seen.map((run) => run.id)).size).toBe(121);
  const failed = await listExportRuns(staff, { filter: "failed" });
  expect(failed.runs.every((run) => run.state === "FAILED")).toBe(true);
});
