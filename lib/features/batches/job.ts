/**
 * The place of a batch's job in the queue: one job for a batch at a time, and one batch of a connection after the other.
 */
import type { AddJobOptions } from "#lib/jobs/queue.ts";

/** `prefix`: of the kind; `runAt`: not before, at once when absent. */
export function jobOptions(
  prefix: string,
  batch: { id: string; connectionId: string },
  runAt: Date | undefined,
): AddJobOptions {
  const options = { key: `${prefix}:${batch.id}`, queue: `${prefix}:${batch.connectionId}` };
  return runAt === undefined ? options : { ...options, runAt };
}
