/**
 * One lane of the queue: a pool of workers for its jobs, kept running. The engine gives up a pool when it cannot write a
 * job's end (a database restart does that); the lane then starts another, and instances.ts releases what the old one held.
 */
import { EventEmitter } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { run } from "graphile-worker";
import type { Job, Runner, TaskList, WorkerEvents, WorkerPool } from "graphile-worker";
import type { Pool } from "pg";
import { log } from "#lib/core/logger.ts";
import { JOBS } from "./definitions.ts";
import type { JobContext, JobHandlers, JobName, Lane } from "./definitions.ts";
import { jobLogger } from "./logging.ts";
import { QUEUE_SCHEMA } from "./migrate.ts";

const POLL_MS = 1_000;
const RESTART_DELAY_MS = 1_000;
const RESTART_DELAY_MAX_MS = 15_000;
/** Only in this mode does the engine await (and retry) the writing of a job's end before it calls itself stopped. */
const AWAITED_ENDS = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };

export type LaneOptions = {
  lane: Lane;
  jobsAtOnce: number;
  pool: Pool;
  handlers: JobHandlers;
  /** How long running jobs may go on after stop before their signal aborts. */
  graceMs: number;
  /** Called whenever the set of worker pools changes. */
  onPoolsChanged: () => void;
};

export type RunningLane = {
  /** Names under which this lane holds jobs right now. */
  workerIds: () => string[];
  /** Lets running jobs end or breaks them off; returns the jobs that were broken off, with the tries they had before. */
  stop: (deadlineMs: number) => Promise<{ jobId: string; attemptsBefore: number }[]>;
};

/** Starts a lane; resolves once it looks for jobs. A lane without handlers holds nothing and does nothing. */
export async function startLane(options: LaneOptions): Promise<RunningLane> {
  const { lane, handlers, graceMs } = options;
  const aborter = new AbortController();
  const stopping = new AbortController();
  const brokenOff: { jobId: string; attemptsBefore: number }[] = [];
  const pools = new Set<WorkerPool>();

  const tasks: TaskList = {};
  for (const name of namesIn(lane)) {
    if (handlers[name] === undefined) continue;
    tasks[name] = async (payload, { job }) => {
      try {
        await runHandler(handlers, name, payload, contextOf(job, aborter.signal));
      } catch (error) {
        if (aborter.signal.aborted) brokenOff.push({ jobId: job.id, attemptsBefore: job.attempts - 1 });
        throw error;
      }
    };
  }
  if (Object.keys(tasks).length === 0) return { workerIds: () => [], stop: () => Promise.resolve([]) };

  const begin = async (): Promise<{ runner: Runner; endPools: () => void }> => {
    const events: WorkerEvents = new EventEmitter();
    const own: WorkerPool[] = [];
    events.on("pool:create", ({ workerPool }) => {
      own.push(workerPool);
      pools.add(workerPool);
      options.onPoolsChanged();
    });
    const endPools = (): void => {
      for (const pool of own) pools.delete(pool);
      options.onPoolsChanged();
    };
    const runner = await run({
      pgPool: options.pool,
      taskList: tasks,
      concurrency: options.jobsAtOnce,
      pollInterval: POLL_MS,
      noHandleSignals: true,
      schema: QUEUE_SCHEMA,
      preset: { worker: AWAITED_ENDS },
      parsedCronItems: [],
      logger: jobLogger,
      events,
    });
    return { runner, endPools };
  };

  let current = await begin();
  const supervision = keepRunning();

  async function keepRunning(): Promise<void> {
    for (;;) {
      await current.runner.promise.catch((error: unknown) => {
        if (!stopping.signal.aborted)
          log.error("a lane of the job queue stopped; it starts again", error, { lane });
      });
      current.endPools();
      if (stopping.signal.aborted || !(await beginAgain())) return;
    }
  }

  /** False when the lane was stopped meanwhile. */
  async function beginAgain(): Promise<boolean> {
    for (let delayMs = RESTART_DELAY_MS; ; delayMs = Math.min(delayMs * 2, RESTART_DELAY_MAX_MS)) {
      await wait(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return false;
      try {
        current = await begin();
        return true;
      } catch (error) {
        log.error("a lane of the job queue could not be started again yet", error, { lane });
      }
    }
  }

  return {
    workerIds: () => [...pools].map((pool) => pool.id),
    stop: async (deadlineMs) => {
      stopping.abort();
      const grace = setTimeout(() => {
        aborter.abort(new Error("Portico is stopping"));
      }, graceMs);
      const deadline = setTimeout(() => {
        for (const pool of pools) {
          Promise.resolve(pool.forcefulShutdown("The job did not end when Portico stopped.")).catch(
            (error: unknown) => {
              log.error(
                "a job could not be given back at the stop; it is released when its heartbeat ends",
                error,
              );
            },
          );
        }
      }, deadlineMs);
      try {
        await current.runner.stop().catch(() => undefined);
        await supervision;
      } finally {
        clearTimeout(grace);
        clearTimeout(deadline);
      }
      return brokenOff;
    },
  };
}

function namesIn(lane: Lane): JobName[] {
  return (Object.keys(JOBS) as JobName[]).filter((name) => JOBS[name].lane === lane);
}

function contextOf(job: Job, signal: AbortSignal): JobContext {
  return { jobId: job.id, attempt: job.attempts, signal };
}

/** Parses the payload by the job's definition, so that a handler never sees anything else. */
async function runHandler(
  handlers: JobHandlers,
  name: JobName,
  payload: unknown,
  context: JobContext,
): Promise<void> {
  // The name ties payload and handler together; that tie cannot be written for a union of names.
  const handler: ((payload: never, context: JobContext) => Promise<void>) | undefined = handlers[name];
  if (handler === undefined) throw new Error(`The job ${name} has no code here.`);
  await handler(JOBS[name].payload.parse(payload) as never, context);
}
