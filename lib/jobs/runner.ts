/**
 * Runs the jobs of this process: six lanes over one connection pool, a heartbeat, and the release of jobs whose process died. Started once
 * by lib/boot; must not know what the jobs do (the handlers contain their code).
 */
import { availableParallelism } from "node:os";
import { Pool } from "pg";
import { newId } from "#lib/core/ids.ts";
import { log } from "#lib/core/log/logger.ts";
import { JOBS_STOP_MS } from "#lib/core/process/stop-times.ts";
import { WatchedClient } from "#lib/db/watched-client.ts";
import type { JobHandlers, Lane } from "./definitions.ts";
import {
  HEARTBEAT_MS,
  SWEEP_MS,
  recordHeartbeat,
  releaseDeadInstances,
  releaseDeadNeighbours,
  releaseWorkers,
  removeInstance,
} from "./instances.ts";
import { startLane, type RunningLane } from "./lane.ts";
import { migrateJobs } from "./migrate.ts";

/** `graceMs`: how long running jobs may continue at a stop before they are broken off. */
const LANES: Readonly<Record<Lane, { jobsAtOnce: number; graceMs: number }>> = {
  // One core is left for people; more than two models at once would only compete for memory.
  heavy: { jobsAtOnce: Math.min(2, Math.max(1, availableParallelism() - 1)), graceMs: 0 },
  light: { jobsAtOnce: 4, graceMs: 3_000 },
  // Exports share one event loop: more at once would only slow each other down.
  export: { jobsAtOnce: 3, graceMs: 0 },
  bulk: { jobsAtOnce: 2, graceMs: 0 },
  // Every webhook has its own queue, so this many may be slow before another must wait.
  outbound: { jobsAtOnce: 8, graceMs: 3_000 },
  // A list takes one slot for a slice of its work; lists of one connection wait for each other.
  onboarding: { jobsAtOnce: 4, graceMs: 0 },
};
/** Six listeners, and room for starting and ending jobs at once. */
const CONNECTIONS_MAX = 12;

export type RunningJobs = Awaited<ReturnType<typeof startJobs>>;

/**
 * Brings the queue's tables up to date, releases jobs of dead processes and starts working.
 * @throws when the database cannot be reached at the start; later losses of the connection are waited out.
 */
export async function startJobs({ databaseUrl, handlers }: { databaseUrl: string; handlers: JobHandlers }) {
  await migrateJobs(databaseUrl);
  const instanceId = newId();
  const pool = openPool(databaseUrl);

  const lanes: RunningLane[] = [];
  /** Pools of this process that ended unexpectedly: no other process knows yet that their jobs are free. */
  const lost = new Set<string>();
  let writing: Promise<void> = Promise.resolve();
  const beat = (): Promise<void> => {
    writing = writing.then(() =>
      attempt("heartbeat", async () => {
        const ended = [...lost];
        await recordHeartbeat(
          pool,
          instanceId,
          lanes.flatMap((lane) => lane.workerIds()),
        );
        await releaseWorkers(pool, ended);
        for (const id of ended) lost.delete(id);
      }),
    );
    return writing;
  };
  const releaseDead = async (): Promise<void> => {
    for (const release of [releaseDeadNeighbours, releaseDeadInstances]) {
      const processes = await release(pool, instanceId);
      if (processes > 0) log.warn("jobs of processes that died were released", { processes });
    }
  };

  const onPoolLost = (workerIds: string[]): void => {
    for (const id of workerIds) lost.add(id);
    void beat();
  };

  /** A job broken off is given back as soon as its lane has stopped: another lane may still run when the process exits. */
  const stopLane = async (lane: RunningLane, deadlineMs: number): Promise<void> => {
    const brokenOff = await lane.stop(deadlineMs);
    await attempt("release at the stop", async () => {
      for (const { jobId, attemptsBefore } of brokenOff) {
        await pool.query(
          "select graphile_worker.reschedule_jobs(array[$1::bigint], run_at := now(), attempts := $2::int)",
          [jobId, attemptsBefore],
        );
      }
    });
  };

  try {
    await recordHeartbeat(pool, instanceId, []);
    await releaseDead();
    const shared = { pool, handlers, onPoolLost, onPoolReplaced: () => void beat() };
    for (const [lane, rules] of Object.entries(LANES)) {
      lanes.push(await startLane({ ...shared, ...rules, lane: lane as Lane }));
      await beat();
    }
  } catch (error) {
    await Promise.all(lanes.map((lane) => stopLane(lane, JOBS_STOP_MS)));
    await pool.end();
    throw error;
  }
  const heartbeat = setInterval(() => void beat(), HEARTBEAT_MS);
  const sweeper = setInterval(() => void attempt("release of dead processes' jobs", releaseDead), SWEEP_MS);

  return {
    /**
     * Shuts down: light jobs may finish, heavy ones are broken off; a job broken off is due again at once and its try does not count. A job
     * that does not listen is left behind after `deadlineMs`.
     */
    stop: async (deadlineMs = JOBS_STOP_MS): Promise<void> => {
      clearInterval(sweeper);
      await Promise.all(lanes.map((lane) => stopLane(lane, deadlineMs)));
      clearInterval(heartbeat);
      await writing;
      await attempt("removal of this process from the record", () => removeInstance(pool, instanceId));
      await pool.end();
    },
  };
}

/** A lost connection is logged and must not end the process, as a client's error event without a listener would. */
function openPool(databaseUrl: string): Pool {
  const pool = new Pool({
    connectionString: databaseUrl,
    Client: WatchedClient,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: 10_000,
  });
  const note = (error: Error): void => {
    log.warn("a connection of the job queue was lost", { cause: error.message });
  };
  pool.on("error", note);
  pool.on("connect", (client) => client.on("error", note));
  return pool;
}

/** Runs housekeeping. If it fails, it is tried again next time; it must never end the process. */
async function attempt(what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.error(`job queue: ${what} failed, it is tried again`, error);
  }
}
