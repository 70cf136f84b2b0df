import { setTimeout as wait } from "node:timers/promises";
import { beforeEach, expect, test, vi } from "vitest";
import { newId } from "#lib/core/ids.ts";
import type { JobContext } from "#lib/jobs/definitions.ts";
import { addJob, hasJob } from "#lib/jobs/queue.ts";
import { startJobs, type RunningJobs } from "#lib/jobs/runner.ts";
import { useTestDatabase, endSessions } from "#tests/support/database.ts";
import { until } from "#tests/support/until.ts";

const { url, db } = await useTestDatabase();

type Handler = NonNullable<Parameters<typeof startJobs>[0]["handlers"]["service.ingest-model"]>;
type JobRow = { id: string; attempts: number; locked_by: string | null; due: boolean };

async function listJobs(): Promise<JobRow[]> {
  return db.$queryRaw<JobRow[]>`
    select id::text, attempts::int, locked_by, run_at <= now() as due from graphile_worker.jobs order by jobs.id`;
}

beforeEach(async () => {
  await db.$executeRaw`delete from graphile_worker._private_jobs`;
  await db.instance.deleteMany({});
});

/** Runs jobs of one kind. */
const run = (handler: Handler): Promise<RunningJobs> =>
  startJobs({ databaseUrl: url, handlers: { "service.ingest-model": handler } });

/** A handler that notes for which models it ran. */
const noted =
  (seen: number[]): Handler =>
  ({ modelId }) => {
    seen.push(modelId);
    return Promise.resolve();
  };

/** A handler that ends only when it is aborted. */
function hangs(started: (context: JobContext) => void) {
  return (_payload: unknown, context: JobContext): Promise<void> => {
    started(context);
    return new Promise((_resolve, reject) => {
      context.signal.addEventListener("abort", () => {
        reject(new Error("broken off"));
      });
    });
  };
}

test("a job exists exactly when the transaction that added it committed", async () => {
  const rolledBack = db.$transaction(async (tx) => {
    await addJob(tx, "service.ingest-model", { modelId: 1 });
    throw new Error("changed my mind");
  });
  await expect(rolledBack).rejects.toThrow("changed my mind");
  expect(await listJobs()).toEqual([]);

  await db.$transaction((tx) => addJob(tx, "service.ingest-model", { modelId: 2 }));
  const seen: number[] = [];
  const jobs = await run(noted(seen));
  await until("the job is done", async () => (await listJobs()).length === 0);
  await jobs.stop();
  expect(seen).toEqual([2]);
});

test("a payload that is not what the definition says is refused before it is queued", async () => {
  await expect(addJob(db, "service.ingest-model", { modelId: -1 })).rejects.toThrow();
  expect(await listJobs()).toEqual([]);
});

test("of several jobs with one key only one waits", async () => {
  await addJob(db, "service.ingest-model", { modelId: 1 }, { key: "one" });
  await addJob(db, "service.ingest-model", { modelId: 2 }, { key: "one" });
  expect(await listJobs()).toHaveLength(1);
  expect(await hasJob(db, "one")).toBe(true);
  expect(await hasJob(db, "another")).toBe(false);
});

test("a tidy stop breaks off heavy work; the work is due at once and the try does not count", async () => {
  await addJob(db, "service.ingest-model", { modelId: 1 });
  const starts: number[] = [];
  const first = await run(hangs(({ attempt }) => starts.push(attempt)));
  await until("the job runs", () => starts.length === 1);
  await first.stop();
  expect(await listJobs()).toMatchObject([{ attempts: 0, locked_by: null, due: true }]);
  expect(await db.instance.count()).toBe(0);

  const second = await run((_payload, { attempt }) => {
    starts.push(attempt);
    return Promise.resolve();
  });
  await until("the job is done", async () => (await listJobs()).length === 0);
  await second.stop();
  expect(starts).toEqual([1, 1]);
});

test("work that was broken off is given back while a job elsewhere still keeps the stop waiting", async () => {
  await addJob(db, "service.ingest-model", { modelId: 1 });
  await addJob(db, "mail.deliver", { outboxId: newId() });
  const running = new Set<string>();
  const slow = Promise.withResolvers<undefined>();
  const jobs = await startJobs({
    databaseUrl: url,
    handlers: {
      "service.ingest-model": hangs(() => running.add("model")),
      "mail.deliver": () => {
        running.add("mail");
        return slow.promise;
      },
    },
  });
  await until("both run", () => running.size === 2);
  let hasStopped = false;
  const stopped = jobs.stop(120_000).then(() => (hasStopped = true));
  await until("the model's job is free", async () => (await listJobs())[0]?.attempts === 0, 20_000);
  expect(await listJobs()).toMatchObject([{ locked_by: null, due: true }, { attempts: 1 }]);
  expect(hasStopped).toBe(false);
  slow.resolve(undefined);
  await stopped;
  expect(await db.instance.count()).toBe(0);
});

test("jobs of processes that died are run by the next; those of a living one are left alone", async () => {
  const running = await startJobs({ databaseUrl: url, handlers: {} });
  const { host } = await db.instance.findFirstOrThrow();
  await running.stop();
  for (const modelId of [1, 2, 3, 4]) await addJob(db, "service.ingest-model", { modelId });
  const [silent, living, unknown, neighbour] = await listJobs();
  const lock = (id: string | undefined, by: string): Promise<number> =>
    db.$executeRaw`update graphile_worker._private_jobs
      set locked_by = ${by}, locked_at = now() - interval '1 minute' where id = ${id}::bigint`;
  await lock(silent?.id, "pool-silent");
  await lock(living?.id, "pool-living");
  await lock(unknown?.id, "pool-never-on-record");
  await lock(neighbour?.id, "pool-neighbour");
  const old = new Date(Date.now() - 60_000);
  // A process number that cannot be in use: above the kernel's limit.
  const dead = { id: newId(), host, pid: 2 ** 30, workerIds: ["pool-neighbour"] };
  await db.instance.createMany({
    data: [
      { id: newId(), host: "elsewhere", pid: 1, heartbeatAt: old, workerIds: ["pool-silent"] },
      { id: newId(), host: "elsewhere", pid: 2, workerIds: ["pool-living"] },
      dead,
    ],
  });

  const seen: number[] = [];
  const jobs = await run(noted(seen));
  await until("three jobs are done", async () => (await listJobs()).length === 1);
  await jobs.stop();
  expect(seen.toSorted()).toEqual([1, 3, 4]);
  expect(await listJobs()).toMatchObject([{ id: living?.id, locked_by: "pool-living" }]);
});

test("jobs go on after the database cut every connection", async () => {
  // The engine itself prints the loss of a worker.
  vi.spyOn(console, "trace").mockReturnValue();
  const seen: number[] = [];
  const jobs = await run(async ({ modelId }) => {
    seen.push(modelId);
    // Only once: the job runs again if its end could not be stored.
    if (seen.length === 1) await endSessions(url);
  });
  await addJob(db, "service.ingest-model", { modelId: 1 });
  await until("the connections are cut", () => seen.includes(1));
  await until("a job can be added again", () =>
    addJob(db, "service.ingest-model", { modelId: 2 }).then(
      () => true,
      () => false,
    ),
  );
  await until("the later job is done", () => seen.includes(2));
  await until("nothing is left", async () => (await listJobs()).length === 0);
  await jobs.stop();
  expect(await db.instance.count()).toBe(0);
});

test("a stop does not wait for a job that does not listen", async () => {
  await addJob(db, "service.ingest-model", { modelId: 1 });
  let isRunning = false;
  const end = new AbortController();
  const jobs = await run(async () => {
    isRunning = true;
    await wait(60_000, undefined, { signal: end.signal }).catch(() => undefined);
  });
  await until("the job runs", () => isRunning);
  await jobs.stop(200);
  expect(await listJobs()).toMatchObject([{ locked_by: null }]);
  end.abort();
});
