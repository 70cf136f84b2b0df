/**
 * Puts jobs into the queue, inside the caller's transaction: the job exists exactly if the change that needs it does. Must not start or run
 * anything (runner.ts does).
 */
import type { Db } from "#lib/db/client.ts";
import { ATTEMPTS_MAX, JOBS, type JobDefinition, type JobName, type JobPayload } from "./definitions.ts";

export type AddJobOptions = {
  /** The earliest time. A job with its own retry times adds its successor where it records the failure. */
  runAt?: Date | undefined;
  /** Smaller runs first; 0 when absent. */
  priority?: number;
  /** At most one waiting job has a key: a waiting job is replaced; if the job is running, it runs once more afterwards. */
  key?: string;
  /** Jobs of one queue run one after the other, so that a slow job delays only its own queue. */
  queue?: string;
};

/**
 * Adds a job to the queue; it runs after the transaction of `db` commits.
 * @throws ZodError when the payload does not match the job's definition.
 */
export async function addJob<Name extends JobName>(
  db: Db,
  name: Name,
  payload: JobPayload<Name>,
  options: AddJobOptions = {},
): Promise<void> {
  const { payload: schema, attemptsMax = ATTEMPTS_MAX }: JobDefinition = JOBS[name];
  const body = JSON.stringify(schema.parse(payload));
  await db.$executeRaw`
    select graphile_worker.add_job(
      ${name}::text,
      payload := ${body}::json,
      run_at := ${options.runAt ?? null}::timestamptz,
      queue_name := ${options.queue ?? null}::text,
      max_attempts := ${attemptsMax}::int,
      job_key := ${options.key ?? null}::text,
      priority := ${options.priority ?? 0}::int
    )`;
}

/** True when a job with this key waits or runs. */
export async function hasJob(db: Db, key: string): Promise<boolean> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    select id::text from graphile_worker.jobs where key = ${key} and (locked_at is not null or attempts < max_attempts)`;
  return rows.length > 0;
}
