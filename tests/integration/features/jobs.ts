/** Jobs in the process of the tests: they run from where a test starts them, at most to its end. */
import { afterEach } from "vitest";
import { setClock } from "#lib/core/clock.ts";
import { requireEnv } from "#lib/core/env.ts";
import { getDb } from "#lib/db/client.ts";
import { sweepOperations } from "#lib/features/operations/sweeper.ts";
import { startJobs, type RunningJobs } from "#lib/jobs/runner.ts";
import { until } from "#tests/support/until.ts";

type Handlers = Parameters<typeof startJobs>[0]["handlers"];

/** Registers the hook of the test file that calls it. `handlers`: those of the moment at which jobs are started. */
export function useJobs(handlers: () => Handlers) {
  let running: RunningJobs | null = null;
  const stop = async (): Promise<void> => {
    await running?.stop();
    running = null;
  };
  afterEach(stop);
  return {
    start: async (): Promise<void> => {
      running = await startJobs({ databaseUrl: requireEnv("DATABASE_URL"), handlers: handlers() });
    },
    stop,
  };
}

export const untilNoJobIsLeft = (): Promise<true> =>
  until("no job is left", async () => {
    const jobs = await getDb().$queryRaw<unknown[]>`select 1 from graphile_worker._private_jobs`;
    return jobs.length === 0;
  });

/** A minute later: leases and locks of a dead process have expired, and the sweeper has checked them. */
export async function afterItsLease(): Promise<void> {
  const db = getDb();
  await db.$queryRaw`SELECT count(graphile_worker.force_unlock_workers(ARRAY(
    SELECT locked_by FROM graphile_worker.jobs WHERE locked_by IS NOT NULL)))`;
  await db.attempt.updateMany({ where: { outcome: null }, data: { leaseUntil: new Date(0) } });
  await sweepOperations();
}

/** As after a restart more than a minute later: kept answers are recorded, and all work whose process is gone is checked. */
export async function sweepAfterRestart(): Promise<void> {
  const restore = setClock(() => Date.now() + 80_000);
  try {
    await sweepOperations();
    await sweepOperations();
  } finally {
    restore();
  }
}
