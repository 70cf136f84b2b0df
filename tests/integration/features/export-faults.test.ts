import type { ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { glob, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { cancelExport } from "#lib/features/exports/commands.ts";
import { getExportRun, openExportFile } from "#lib/features/exports/queries.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { until } from "#tests/support/until.ts";
import { held, kill, stop, useWorkers } from "#tests/support/worker-process.ts";
import { useExportDesk } from "./export-desk.ts";
import { untilNoJobIsLeft } from "./jobs.ts";

const { portal, openLargeTable, start, ended, download, publishedFiles, removeOrphansNow } =
  await useExportDesk({
    isKept: true,
  });

/** Enough for a file of several blocks, so that one can be there while others are not. */
const DOORS = 6_000;

await portal.startJobs();
const snapshotId = await openLargeTable(DOORS);
await portal.stopJobs();
const startWorker = useWorkers("export-worker");

/** A run that another process has begun, and holds at this moment of its work. */
async function startHeld(moment: string) {
  await portal.stopJobs();
  const child = await startWorker({ HOLD_AT: moment });
  const run = await start(snapshotId);
  await held(child);
  return { child, run };
}

/** The file of the run, once it has ended and is what it says. */
async function wholeFileOf(run: { id: string }): Promise<Buffer> {
  const done = await ended(run);
  expect(done).toMatchObject({ state: "DONE", rowsTotal: DOORS });
  const bytes = await download(done);
  expect(createHash("sha256").update(bytes).digest("hex")).toBe(done.sha256);
  return bytes;
}

test("a run killed with kill -9 while it writes is finished by the next process, and its file is whole", async () => {
  for (const moment of ["writing", "reading back"]) {
    const { child, run } = await startHeld(moment);
    const bytesWritten = await bytesWrittenBy(child);
    await kill(child);
    expect(await codeOf(openExportFile(portal.staff, run.id))).toBe("NOT_FOUND");
    expect(await publishedFiles()).toEqual([]);

    await portal.startJobs();
    const bytes = await wholeFileOf(run);
    expect(bytes.toString().split("\r\n")).toHaveLength(DOORS + 2);
    if (moment === "writing") expect(bytesWritten).toBeLessThan(bytes.length);
    else expect(bytesWritten).toBe(bytes.length);
    await portal.stopJobs();
    await portal.db.exportRun.deleteMany({});
    await removeOrphansNow();
  }
});

test("a process that sleeps in the middle of its run and wakes when the run is another's publishes nothing", async () => {
  // Killed processes have left their folders, for the next start to sweep.
  const left = await workFolders();
  const ownFolders = async (): Promise<string[]> =>
    (await workFolders()).filter((name) => !left.includes(name));
  const { child, run } = await startHeld("reading back");
  child.kill("SIGSTOP");
  expect(await ownFolders()).toHaveLength(1);
  // Silent for an hour, as far as the other processes can tell.
  await portal.db.$executeRaw`update instance set heartbeat_at = now() - interval '1 hour'`;
  await portal.startJobs();
  const done = await ended(run);
  const published = await publishedFiles();
  expect(published).toHaveLength(1);

  child.kill("SIGCONT");
  child.stdin?.write("\n");
  await until("the sleeper has thrown its work away", async () => (await ownFolders()).length === 0);
  expect(await publishedFiles()).toEqual(published);
  expect(await getExportRun(portal.staff, run.id)).toEqual(done);
  await wholeFileOf(run);
});

const workRoot = (): string => path.join(process.env["PORTICO_DATA_DIR"] ?? "", "files", ".tmp");

/** Folders in which attempts work. */
const workFolders = (): Promise<string[]> => readdir(workRoot()).catch(() => []);

/** How much of its file a process has written. */
async function bytesWrittenBy({ pid }: ChildProcess): Promise<number> {
  const files = await Array.fromAsync(glob(path.join(workRoot(), `*-${String(pid)}-*`, "elements.csv")));
  expect(files).toHaveLength(1);
  return (await stat(files[0] ?? "")).size;
}

test("a tidy stop in the middle loses nothing: the run goes on with the next start", async () => {
  const { child, run } = await startHeld("writing");
  await stop(child);
  expect(["DONE", "FAILED"]).not.toContain((await getExportRun(portal.staff, run.id)).state);
  await portal.startJobs();
  expect(await ended(run)).toMatchObject({ state: "DONE", rowsTotal: DOORS });
});

test("a cancelled run leaves nothing behind, whenever it is cancelled", async () => {
  const { child, run } = await startHeld("writing");
  expect(run.canCancel).toBe(true);
  const cancelled = await cancelExport(portal.staff, run.id);
  expect(cancelled).toMatchObject({ state: "CANCELLED", cancelledBy: "Sanne Verbeek", hasFile: false });
  await stop(child);
  const queued = await start(snapshotId);
  expect(queued.state).toBe("QUEUED");
  await cancelExport(portal.staff, queued.id);
  await portal.startJobs();
  await untilNoJobIsLeft();
  for (const { id } of [run, queued]) {
    expect(await getExportRun(portal.staff, id)).toMatchObject({ state: "CANCELLED", sha256: null });
    expect(await codeOf(openExportFile(portal.staff, id))).toBe("NOT_FOUND");
  }
  expect(await publishedFiles()).toEqual([]);
  expect(await codeOf(cancelExport(portal.staff, run.id))).toBe("CONFLICT");
});
