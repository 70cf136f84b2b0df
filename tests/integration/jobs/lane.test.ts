/** A lane that loses its pool of workers, at the moments when something else happens to it. */
import { Pool } from "pg";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { JobContext } from "#lib/jobs/definitions.ts";
import { startLane, type LaneOptions } from "#lib/jobs/lane.ts";
import { migrateJobs } from "#lib/jobs/migrate.ts";
import { addJob } from "#lib/jobs/queue.ts";
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

beforeEach(async () => {
  await db.$executeRaw`drop trigger if exists refuse_end on graphile_worker._private_jobs`;
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
    onNamed: () => undefined,
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
