/**
 * One lane of the queue: a pool of workers for its jobs, kept running. When the pool ends unexpectedly, the lane starts another and reports
 * whose jobs must be released. Must not know what the jobs do.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { Job, TaskList } from "graphile-worker";
import { log } from "#lib/core/log/logger.ts";
import { JOBS, type JobContext, type JobHandlers, type JobName, type Lane } from "./definitions.ts";
import { startWorkerPool, type RunningPool, type WorkerPoolOptions } from "./worker-pool.ts";

const RESTART_DELAY_MS = 1_000;
const RESTART_DELAY_MAX_MS = 15_000;
/** Why running jobs are broken off at a stop. */
const STOPPING = "Portico is stopping";

export type LaneOptions = Omit<WorkerPoolOptions, "makeTasks"> & {
  lane: Lane;
  handlers: JobHandlers;
  /** How long running jobs may continue after `stop` before their signal aborts. */
  graceMs: number;
  /** Called when a pool has ended unexpectedly: the jobs it still holds must be released. */
  onPoolLost: (workerIds: string[]) => void;
  /** Called when another pool has taken its place: `workerIds` names it now. */
  onPoolReplaced: () => void;
};

type BrokenOff = { jobId: string; attemptsBefore: number };

export type RunningLane = Awaited<ReturnType<typeof startLane>>;

/** Starts a lane; resolves once it looks for jobs. A lane without handlers does nothing. */
export async function startLane(options: LaneOptions) {
  const { lane, handlers, graceMs } = options;
  const names = (Object.keys(JOBS) as JobName[]).filter(
    (name) => JOBS[name].lane === lane && handlers[name] !== undefined,
  );
  if (names.length === 0) return { workerIds: () => [], stop: () => Promise.resolve([]) };
  const stopping = new AbortController();
  const brokenOff: BrokenOff[] = [];
  let current: RunningPool | null = null;
  const isStopping = (): boolean => stopping.signal.aborted;

  const makeTasks = (signal: AbortSignal): TaskList =>
    Object.fromEntries(
      names.map((name) => [
        name,
        async (payload: unknown, { job }: { job: Job }) => {
          try {
            // A job that was being fetched while the lane stopped: its handler would not hear of an abort that has already been.
            signal.throwIfAborted();
            await runHandler(handlers, name, payload, { jobId: job.id, attempt: job.attempts, signal });
          } catch (error) {
            if (signal.aborted) brokenOff.push({ jobId: job.id, attemptsBefore: job.attempts - 1 });
            throw error;
          }
        },
      ]),
    );
  const begin = (): Promise<RunningPool> => startWorkerPool({ ...options, makeTasks });

  current = await begin();
  const supervision = keepRunning();

  async function keepRunning(): Promise<void> {
    while (current !== null) {
      await current.ended;
      if (isStopping()) return;
      const lost = current.workerIds();
      current = null;
      brokenOff.length = 0;
      options.onPoolLost(lost);
      current = await beginAgain();
      if (isStopping()) {
        // Begun just as the lane stopped: whatever it has taken is given back.
        current?.breakOff(STOPPING);
        await current?.stop();
        return;
      }
      options.onPoolReplaced();
    }
  }

  /** null when the lane was stopped before a pool began. */
  async function beginAgain(): Promise<RunningPool | null> {
    for (let delayMs = RESTART_DELAY_MS; ; delayMs = Math.min(delayMs * 2, RESTART_DELAY_MAX_MS)) {
      await wait(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (isStopping()) return null;
      try {
        return await begin();
      } catch (error) {
        log.error("a lane of the job queue could not be started again yet", error, { lane });
      }
    }
  }

  return {
    /** Names under which this lane holds jobs right now. */
    workerIds: (): string[] => current?.workerIds() ?? [],
    /** Lets running jobs end or breaks them off; returns the jobs broken off, with their earlier number of tries. */
    stop: async (deadlineMs: number): Promise<BrokenOff[]> => {
      stopping.abort();
      const grace = setTimeout(() => current?.breakOff(STOPPING), graceMs);
      const deadline = setTimeout(() => current?.force(), deadlineMs);
      try {
        await current?.stop();
        await supervision;
      } finally {
        clearTimeout(grace);
        clearTimeout(deadline);
      }
      return brokenOff;
    },
  };
}

/** Parses the payload by the job's definition, so that a handler only gets valid payloads. */
async function runHandler(
  handlers: JobHandlers,
  name: JobName,
  payload: unknown,
  context: JobContext,
): Promise<void> {
  // The name ties payload and handler together; types cannot express this for a union of names.
  const handler: ((payload: never, context: JobContext) => Promise<void>) | undefined = handlers[name];
  if (handler === undefined) throw new Error(`The job ${name} has no code here.`);
  await handler(JOBS[name].payload.parse(payload) as never, context);
}
