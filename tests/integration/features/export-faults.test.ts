import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { cancelExport } from "#lib/features/exports/commands.ts";
import { getExportRun, openExportFile } from "#lib/features/exports/queries.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { until } from "#tests/support/until.ts";
import { kill, stop, useWorkers } from "#tests/support/worker-process.ts";
import { useExportDesk } from "./export-desk.ts";

const { portal, openLargeTable, start, ended, download, publishedFiles, removeOrphansNow } = useExportDesk({
  isKept: true,
});

/**
 * Enough for reading back to take half a second, so that a run can be interrupted during it; each table is written and compared many times here.
 */
const DOORS = 60_000;

let snapshotId = "";

beforeAll(async () => {
  await portal().startJobs();
  snapshotId = await openLargeTable(DOORS);
  await portal().stopJobs();
});
const startWorker = useWorkers("export-worker");

type Moment = "claimed" | "VERIFYING";

/** Waits for a moment of a run that another process works on. */
const comesTo = (moment: Moment, { id }: { id: string }): Promise<unknown> =>
  until(`the run is ${moment}`, async () => {
    const row = await portal().db.exportRun.findUniqueOrThrow({ where: { id } });
    if (row.state === "DONE") throw new Error("it was done too soon to be caught");
    return moment === "claimed" ? row.runnerToken !== null : row.state === moment;
  });

test("a run killed with kill -9 while it writes is finished by the next process, and its file is whole", async () => {
  await portal().stopJobs();
  for (const moment of ["claimed", "VERIFYING"] as const) {
    const child = await startWorker();
    const run = await start(snapshotId);
    await comesTo(moment, run);
    await kill(child);
    expect(await codeOf(openExportFile(portal().staff, run.id))).toBe("NOT_FOUND");
    expect(await publishedFiles()).toEqual([]);

    await portal().startJobs();
    const done = await ended(run);
    expect(done).toMatchObject({ state: "DONE", rowsTotal: DOORS });
    const bytes = await download(done);
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(done.sha256);
    expect(bytes.toString().split("\r\n")).toHaveLength(DOORS + 2);
    await portal().stopJobs();
    await portal().db.exportRun.deleteMany({});
    await removeOrphansNow();
  }
}, 120_000);

test("a process that sleeps in the middle of its run and wakes when the run is another's publishes nothing", async () => {
  await portal().stopJobs();
  // Killed processes have left their folders, for the next start to sweep.
  const left = await workFolders();
  const ownFolders = async (): Promise<string[]> =>
    (await workFolders()).filter((name) => !left.includes(name));
  const child = await startWorker();
  const run = await start(snapshotId);
  await comesTo("VERIFYING", run);
  child.kill("SIGSTOP");
  expect(await ownFolders()).toHaveLength(1);
  // Silent for an hour, as far as the other processes can tell.
  await portal().db.$executeRaw`update instance set heartbeat_at = now() - interval '1 hour'`;
  await portal().startJobs();
  const done = await ended(run);
  expect(done).toMatchObject({ state: "DONE", rowsTotal: DOORS });
  const published = await publishedFiles();
  expect(published).toHaveLength(1);

  child.kill("SIGCONT");
  await until("the sleeper has thrown its work away", async () => (await ownFolders()).length === 0, 60_000);
  expect(await publishedFiles()).toEqual(published);
  expect(await getExportRun(portal().staff, run.id)).toEqual(done);
  const bytes = await download(done);
  expect(createHash("sha256").update(bytes).digest("hex")).toBe(done.sha256);
}, 180_000);

/** Folders in which attempts work. */
async function workFolders(): Promise<string[]> {
  const dataDir = process.env["PORTICO_DATA_DIR"] ?? "";
  return readdir(path.join(dataDir, "files", ".tmp")).catch(() => []);
}

test("a tidy stop in the middle loses nothing: the run goes on with the next start", async () => {
  await portal().stopJobs();
  const child = await startWorker();
  const run = await start(snapshotId);
  await comesTo("claimed", run);
  await stop(child);
  expect(["DONE", "FAILED"]).not.toContain((await getExportRun(portal().staff, run.id)).state);
  await portal().startJobs();
  expect(await ended(run)).toMatchObject({ state: "DONE", rowsTotal: DOORS });
}, 120_000);

test("a cancelled run leaves nothing behind, whenever it is cancelled", async () => {
  await portal().stopJobs();
  const child = await startWorker();
  const run = await start(snapshotId);
  expect(run.canCancel).toBe(true);
  const cancelled = await cancelExport(portal().staff, run.id);
  expect(cancelled).toMatchObject({ state: "CANCELLED", cancelledBy: "Sanne Verbeek", hasFile: false });
  await stop(child);
  const queued = await start(snapshotId);
  expect(queued.state).toBe("QUEUED");
  await cancelExport(portal().staff, queued.id);
  await portal().startJobs();
  await until("no job is left", async () => (await countJobs()) === 0);
  for (const { id } of [run, queued]) {
    expect(await getExportRun(portal().staff, id)).toMatchObject({ state: "CANCELLED", sha256: null });
    expect(await codeOf(openExportFile(portal().staff, id))).toBe("NOT_FOUND");
  }
  expect(await publishedFiles()).toEqual([]);
  expect(await codeOf(cancelExport(portal().staff, run.id))).toBe("CONFLICT");
}, 120_000);

async function countJobs(): Promise<number> {
  const rows = await portal().db.$queryRaw<unknown[]>`select 1 from graphile_worker.jobs`;
  return rows.length;
}
