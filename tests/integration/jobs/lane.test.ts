/** A lane that loses its pool of workers, at the moments when something else happens to it. */
import { Pool } from "pg";
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { JobContext } from "#lib/jobs/definitions.ts";
import { startLane, type LaneOptions } from "#lib/jobs/lane.ts";
import { migrateJobs } from "#lib/jobs/migrate.ts";
import { addJob } from "#lib/jobs/queue.ts";
import { startJobs } from "#lib/jobs/runner.ts";
import { connect } from "#tests/support/connected.ts";
import { query, useTestDatabase } from "#tests/support/database.ts";
import { until } from "#tests/support/until.ts";

const { url, db } = await useTestDatabase();
await migrateJobs(url);
const pool = new Pool({ connectionString: url });
// The engine asks for these.
pool.on("error", () => undefined);
pool.on("connect", (client) => client.on("error", () => undefined));
afterAll(() => void pool.end());

await db.$executeRaw`create function refuse_end() returns trigger language plpgsql as
  $$ begin raise exception 'the end of this job cannot be recorded'; end $$`;

const allowEnds = () => db.$executeRaw`drop trigger if exists refuse_end on graphile_worker._private_jobs`;

beforeEach(async () => {
  await allowEnds();
  await db.$executeRaw`delete from graphile_worker._private_jobs`;
  await db.$executeRaw`create trigger refuse_end before delete on graphile_worker._private_jobs
    for each row when (old.payload->>'modelId' = '1') execute function refuse_end()`;
});

/** A lane that loses its pool at the end of the first job, which cannot be recorded; the later ones do `work`. */
async function startLosing(work: (context: JobContext) => Promise<void>, more: Partial<LaneOptions> = {}) {
  await addJob(db, "service.ingest-model", { modelId: 1 });
  const lost = Promise.withResolvers<string[]>();
  const lane = await startLane({
    pool,
    lane: "heavy",
    jobsAtOnce: 1,
    graceMs: 0,
    handlers: {
      "service.ingest-model": async ({ modelId }, context) => {
        if (modelId !== 1) await work(context);
      },
    },
    onPoolReplaced: () => undefined,
    onPoolLost: lost.resolve,
    ...more,
  });
  return { lane, lost: lost.promise };
}

/** Ends only when it is told to. */
const untilAborted = ({ signal }: JobContext): Promise<void> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => {
      reject(new Error("broken off"));
    });
  });

test("a pool that begins just as its lane stops gives back what it has taken, and the stop ends", async () => {
  const { lane, lost } = await startLosing(untilAborted);
  await lost;
  await addJob(db, "service.ingest-model", { modelId: 2 });
  await using holding = await connect(url);
  // The next pool looks here before it begins.
  await holding.query("begin; lock table graphile_worker.migrations in access exclusive mode");
  await until("the next pool is about to begin", async () => {
    const [row] = await query<{ waiting: boolean }>(
      url,
      "select exists(select from pg_locks where not granted and relation = 'graphile_worker.migrations'::regclass) as waiting",
    );
    return row?.waiting;
  });
  const stopped = lane.stop(120_000);
  await holding.query("commit");
  const brokenOff = await stopped;
  const jobs = await db.$queryRaw<{ id: string; attempts: number }[]>`
    select id::text, attempts::int from graphile_worker.jobs where locked_by is null and attempts > 0`;
  expect(brokenOff).toEqual(jobs.map(({ id }) => ({ jobId: id, attemptsBefore: 0 })));
});

test("the pool that takes the place of a lost one is recorded at once, not at the next heartbeat", async () => {
  // No heartbeat comes by itself.
  vi.useFakeTimers({ toFake: ["setInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const jobs = await startJobs({
    databaseUrl: url,
    handlers: {
      "service.ingest-model": async ({ modelId }, context) => {
        if (modelId !== 1) await untilAborted(context);
      },
    },
  });
  const listRecorded = async () => (await db.instance.findFirstOrThrow()).workerIds;
  expect(await listRecorded()).toHaveLength(1);
  await addJob(db, "service.ingest-model", { modelId: 1 });
  await until("the pool is lost", async () => (await listRecorded()).length === 0);
  await allowEnds();
  await addJob(db, "service.ingest-model", { modelId: 2 });
  const owner = await until("the next pool has the other job", async () => {
    const [job] = await db.$queryRaw<{ locked_by: string | null }[]>`
      select locked_by from graphile_worker.jobs where id = (select max(id) from graphile_worker.jobs)`;
    return job?.locked_by;
  });
  await until("the next pool is on record", async () => (await listRecorded()).includes(owner));
  await jobs.stop();
});

test("a lane goes on although the engine’s pool never ends", async () => {
  // The engine itself prints the loss of a worker.
  vi.spyOn(console, "trace").mockReturnValue();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  for (const modelId of [2, 3]) await addJob(db, "service.ingest-model", { modelId });
  const running = new Set<number>();
  const [othersRun, end] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  let isReplaced = false;
  const { lane, lost } = await startLosing(() => Promise.resolve(), {
    jobsAtOnce: 3,
    handlers: {
      "service.ingest-model": async ({ modelId }, { signal }) => {
        running.add(modelId);
        if (running.size === 3) othersRun.resolve(undefined);
        if (modelId === 1) await othersRun.promise;
        // Its end is recorded after the other could not be: from then on the engine miscounts.
        if (modelId === 2) await new Promise((resolve) => signal.addEventListener("abort", resolve));
        // Does not listen.
        if (modelId === 3) await end.promise;
      },
    },
    onPoolReplaced: () => (isReplaced = true),
  });
  const before = lane.workerIds();
  await until("another pool works", async () => {
    await vi.advanceTimersByTimeAsync(1_000);
    return isReplaced;
  });
  expect(await lost).toEqual(before);
  expect(lane.workerIds()).not.toEqual(before);
  await lane.stop(120_000);
  end.resolve(undefined);
});
