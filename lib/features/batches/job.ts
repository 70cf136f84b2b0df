/** How a batch's job is queued: one job per batch at a time, and the batches of one connection one after the other. */
import type { AddJobOptions } from "#lib/jobs/queue.ts";

/** `prefix`: the kind's; `runAt`: the earliest start, at once when absent. */
export function jobOptions(
  prefix: string,
  batch: { id: string; connectionId: string },
  runAt: Date | undefined,
): AddJobOptions {
  const options = { key: `${prefix}:${batch.id}`, queue: `${prefix}:${batch.connectionId}` };
  return runAt === undefined ? options : { ...options, runAt };
}
