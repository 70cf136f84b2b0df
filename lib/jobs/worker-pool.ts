/**
 * One pool of the engine's workers, from its start to its end. The engine ends a pool itself when it cannot record a job's end (for example
 * after losing the database connection); the running jobs are then broken off, because nothing could record their end.
 */
import { EventEmitter } from "node:events";
import { run, type TaskList, type WorkerEvents, type WorkerPool } from "graphile-worker";
import type { Pool } from "pg";
import { log } from "#lib/core/log/logger.ts";
import { POOL_GIVEN_UP_MS } from "#lib/core/process/stop-times.ts";
import { jobLogger } from "./logging.ts";
import { QUEUE_SCHEMA } from "./migrate.ts";

/** A pool that ends unexpectedly is cut off after this time if its jobs ignore the signal. */
const UNEXPECTED_END_MS = 10_000;
/** Only in this mode does the engine await (and retry) recording a job's end before it reports that it has stopped. */
const AWAITED_ENDS = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };

export type WorkerPoolOptions = {
  pool: Pool;
  jobsAtOnce: number;
  /** The code of the jobs; the signal aborts when they must end. */
  makeTasks: (signal: AbortSignal) => TaskList;
};

export type RunningPool = Awaited<ReturnType<typeof startWorkerPool>>;

/** Starts a pool. @throws when the database does not answer. */
export async function startWorkerPool(options: WorkerPoolOptions) {
  const aborter = new AbortController();
  const own: WorkerPool[] = [];
  let isStopping = false;
  let cutOff: NodeJS.Timeout | undefined;
  const givenUp = Promise.withResolvers<"given up">();

  /** Tells running jobs to end. */
  const breakOff = (reason: string): void => {
    aborter.abort(new Error(reason));
  };
  /** Abandons jobs that do not end. */
  const force = (): void => {
    // In graphile-worker 0.18 it may never end: if it could not record one job's end, but a later one's, it miscounts what is left to record.
    setTimeout(givenUp.resolve, POOL_GIVEN_UP_MS, "given up").unref();
    for (const pool of own) {
      Promise.resolve(pool.forcefulShutdown("The job did not end when it had to.")).catch(
        (error: unknown) => {
          log.error("a job could not be given back; it is released with its worker pool", error);
        },
      );
    }
  };
  const events: WorkerEvents = new EventEmitter();
  events.on("pool:create", ({ workerPool }) => {
    own.push(workerPool);
  });
  events.on("pool:gracefulShutdown", () => {
    if (isStopping) return;
    breakOff("the job queue lost its database");
    cutOff = setTimeout(force, UNEXPECTED_END_MS);
  });

  const runner = await run({
    pgPool: options.pool,
    taskList: options.makeTasks(aborter.signal),
    concurrency: options.jobsAtOnce,
    noHandleSignals: true,
    schema: QUEUE_SCHEMA,
    preset: { worker: AWAITED_ENDS },
    parsedCronItems: [],
    logger: jobLogger,
    events,
  });
  const finished = runner.promise.catch((error: unknown) => {
    if (!isStopping) log.error("a pool of job workers ended by itself", error);
  });
  const ended = Promise.race([finished, givenUp.promise]).then((how) => {
    clearTimeout(cutOff);
    if (how === "given up") log.warn("a pool of job workers does not end; it is given up");
  });

  return {
    /** Ids under which jobs are held. */
    workerIds: (): string[] => own.map((pool) => pool.id),
    /** Resolves when the pool is over, for whatever reason; never rejects. */
    ended,
    /** Takes no more jobs and lets running ones end. */
    stop: async (): Promise<void> => {
      isStopping = true;
      // It may already be stopping; then only its end is awaited.
      await Promise.race([runner.stop().catch(() => undefined), givenUp.promise]);
      await ended;
    },
    breakOff,
    force,
  };
}
