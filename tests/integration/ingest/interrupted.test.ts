import type { ChildProcess } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startJobs, type RunningJobs } from "#lib/jobs/runner.ts";
import { ingestModel } from "#lib/service/server/ingest/ingest-model.ts";
import { createServiceJobs } from "#lib/service/server/ingest/jobs.ts";
import { modelPrefix } from "#lib/service/server/ingest/keys.ts";
import { removeOrphans, requeueModels, sweepService } from "#lib/service/server/ingest/recover.ts";
import { createLocalStorage } from "#lib/storage/local-folder.ts";
import type { LocalPath, Storage } from "#lib/storage/storage.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { makeUploadedModel } from "#tests/support/model-rows.ts";
import type { UploadedModel } from "#tests/support/model-rows.ts";
import { useMovedClock } from "#tests/support/moved-clock.ts";
import { makeScratchFolder, removeScratchFolder } from "#tests/support/scratch.ts";
import { until } from "#tests/support/until.ts";
import { held, kill, stop, useWorkers } from "#tests/support/worker-process.ts";

process.env["LOG_LEVEL"] = "silent";
let dataDir: string;
let storage: Storage;

const { url, db } = await useTestDatabase();
beforeEach(async () => {
  dataDir = await makeScratchFolder("ingest");
  storage = createLocalStorage(path.join(dataDir, "files"), { reserveBytes: 0 });
});
afterEach(async () => {
  await db.serviceCloud.deleteMany({});
  await db.$executeRaw`delete from graphile_worker._private_jobs`;
  await removeScratchFolder(dataDir);
});

const startWorker = useWorkers("job-process");
const moveClock = useMovedClock();

/** A process that has taken a model and stays in the middle of it until it is killed or stopped. */
async function startHeld(moment: "reading" | "publishing"): Promise<ChildProcess> {
  const child = await startWorker({ DATABASE_URL: url, PORTICO_DATA_DIR: dataDir, HOLD_AT: moment });
  await held(child);
  return child;
}

/** What the next process does from its start on, in this one. */
async function startNext(): Promise<RunningJobs> {
  const jobs = await startJobs({ databaseUrl: url, handlers: createServiceJobs({ db, storage }) });
  await requeueModels(db);
  await sweepService({ db, storage });
  return jobs;
}

function statusOf(modelId: number): Promise<string> {
  return db.serviceModel.findUniqueOrThrow({ where: { id: modelId } }).then(({ status }) => status);
}

async function expectFinishedOnce(model: UploadedModel): Promise<void> {
  await until("the model is read", async () => (await statusOf(model.modelId)) === "C");
  const row = await db.serviceModel.findUniqueOrThrow({ where: { id: model.modelId } });
  const prefix = modelPrefix(model, model.modelId);
  const runs = await storage.listChildren(prefix);
  expect(runs.map((run) => `${prefix}/${run}`)).toEqual([row.answersKey]);
  expect(await storage.findFacts(`${row.answersKey ?? ""}/index.json`)).not.toBeNull();
  await until("no job is left", async () => {
    const jobs = await db.$queryRaw<unknown[]>`select id::text from graphile_worker.jobs`;
    return jobs.length === 0;
  });
}

function temporaryEntries(): Promise<string[]> {
  return readdir(path.join(dataDir, "files", ".tmp")).catch(() => []);
}

test.each(["reading", "publishing"] as const)(
  "a process killed while it reads (%s): the next one finishes the model, once, and tidies up",
  async (moment) => {
    const model = await makeUploadedModel(db, storage, "duplex-a-georef-revit2011");
    const first = await startHeld(moment);
    expect(await temporaryEntries()).toHaveLength(1);
    await kill(first);
    expect(await statusOf(model.modelId)).toBe("I");

    const second = await startNext();
    await expectFinishedOnce(model);
    await second.stop();
    expect(await temporaryEntries()).toEqual([]);
  },
);

test("a file over which the process dies again and again ends as E with advice", async () => {
  const model = await makeUploadedModel(db, storage, "duplex-a-georef-revit2011");
  for (let death = 1; death <= 3; death += 1) {
    const child = await startHeld("reading");
    expect(await db.$queryRaw`select attempts::int from graphile_worker.jobs`).toEqual([{ attempts: death }]);
    await kill(child);
  }
  const last = await startNext();
  await until("it has ended", async () => (await statusOf(model.modelId)) === "E");
  const { errors } = await db.serviceModel.findUniqueOrThrow({ where: { id: model.modelId } });
  expect(JSON.stringify(errors)).toMatch(/stopped several times.*Process the model again/);
  // Why the process died is not known here, so nothing is claimed about it.
  expect(JSON.stringify(errors)).not.toMatch(/memory/);
  await last.stop();
});

test("a tidy stop while a model is read: it waits, and is finished after the start", async () => {
  const model = await makeUploadedModel(db, storage, "duplex-a-georef-revit2011");
  const first = await startHeld("reading");
  expect(await temporaryEntries()).toHaveLength(1);
  await stop(first);
  expect(await temporaryEntries()).toEqual([]);
  const second = await startNext();
  await expectFinishedOnce(model);
  await second.stop();
});

const LIVE = { attempt: 1, signal: new AbortController().signal };

test("two runs of one job end with one set of answers", async () => {
  const model = await makeUploadedModel(db, storage);
  const runs = [ingestModel(model, LIVE, { db, storage }), ingestModel(model, LIVE, { db, storage })];
  const results = await Promise.allSettled(runs);
  expect(results.filter(({ status }) => status === "fulfilled").length).toBeGreaterThanOrEqual(1);
  await db.$executeRaw`delete from graphile_worker._private_jobs`;
  await expectFinishedOnce(model);
  await ingestModel(model, LIVE, { db, storage });
  await expectFinishedOnce(model);
});

/** The storage. A run that has the model waits there until the test wakes it. */
function sleepyStorage(): { sleepy: Storage; asleep: Promise<unknown>; wake: () => void } {
  const events = new EventEmitter();
  const [asleep, woken] = [once(events, "asleep"), once(events, "woken")];
  const makeWorkFolder = async (): Promise<LocalPath> => {
    events.emit("asleep");
    await woken;
    return storage.makeWorkFolder();
  };
  return { sleepy: { ...storage, makeWorkFolder }, asleep, wake: () => events.emit("woken") };
}

test("a run that slept while another took the model over cannot write any more", async () => {
  const model = await makeUploadedModel(db, storage);
  const { sleepy, asleep, wake } = sleepyStorage();
  const sleeper = ingestModel(model, LIVE, { db, storage: sleepy });
  await asleep;
  const { runId } = await db.serviceModel.findUniqueOrThrow({ where: { id: model.modelId } });
  await db.serviceModel.update({
    where: { id: model.modelId },
    data: { runId: "00000000-0000-7000-8000-000000000001", warnings: ["of the other run"] },
  });
  wake();
  await expect(sleeper).rejects.toThrow("Another run");
  const row = await db.serviceModel.findUniqueOrThrow({ where: { id: model.modelId } });
  expect(row).toMatchObject({ status: "I", warnings: ["of the other run"], answersKey: null });
  expect(row.runId).not.toBe(runId);
  expect(await storage.listChildren(modelPrefix(model, model.modelId))).toEqual([]);
});

test("a model that is deleted while it is read is dropped without a trace", async () => {
  const model = await makeUploadedModel(db, storage);
  const { sleepy, asleep, wake } = sleepyStorage();
  const run = ingestModel(model, LIVE, { db, storage: sleepy });
  await asleep;
  expect(await statusOf(model.modelId)).toBe("I");
  await db.serviceDocument.delete({ where: { id: model.documentId } });
  wake();
  await run;
  expect(await db.serviceModel.count({ where: { id: model.modelId } })).toBe(0);
  expect(await storage.listChildren(modelPrefix(model, model.modelId))).toEqual([]);
});

test("an uploaded file that is gone ends its model as E, not in endless tries", async () => {
  const model = await makeUploadedModel(db, storage);
  await storage.delete(model.fileKey);
  await ingestModel(model, LIVE, { db, storage });
  const row = await db.serviceModel.findUniqueOrThrow({ where: { id: model.modelId } });
  expect(row).toMatchObject({ status: "E", errors: [expect.stringContaining("Upload the file again")] });
});

test("models that wait without a job get one, and only one", async () => {
  const model = await makeUploadedModel(db, storage);
  expect(await requeueModels(db)).toBe(0);
  await db.$executeRaw`delete from graphile_worker._private_jobs`;
  expect(await requeueModels(db)).toBe(1);
  expect(await requeueModels(db)).toBe(0);
  await db.serviceModel.update({ where: { id: model.modelId }, data: { status: "C" } });
  await db.$executeRaw`delete from graphile_worker._private_jobs`;
  expect(await requeueModels(db)).toBe(0);
});

test("stored files that no row knows are removed, but not those that may still get their row", async () => {
  const kept = await makeUploadedModel(db, storage);
  await ingestModel(kept, LIVE, { db, storage });
  const gone = await makeUploadedModel(db, storage);
  await ingestModel(gone, LIVE, { db, storage });
  await db.serviceDocument.delete({ where: { id: gone.documentId } });
  // The answers of a deleted model can no longer get a row; its file is as young as one whose row is being written.
  expect(await removeOrphans({ db, storage })).toBe(1);
  expect(await storage.findFacts(gone.fileKey)).not.toBeNull();
  moveClock(25 * 60 * 60 * 1000);
  expect(await removeOrphans({ db, storage })).toBe(1);
  expect(await storage.findFacts(gone.fileKey)).toBeNull();
  expect(await storage.findFacts(kept.fileKey)).not.toBeNull();
  await expectFinishedOnceWithoutJobs(kept);
});

async function expectFinishedOnceWithoutJobs(model: UploadedModel): Promise<void> {
  await db.$executeRaw`delete from graphile_worker._private_jobs`;
  await expectFinishedOnce(model);
}
