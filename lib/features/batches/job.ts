/** How a batch's job is queued: one job per batch at a time, and the batches of one connection one after the other. */
import type { AddJobOptions } from "#lib/jobs/queue.ts";

/** `prefix`: the kind's; `runAt`: the earliest start, at once when absent. */
export function jobOptions(
  prefix: string,
  { id, connectionId }: { id: string; connectionId: string },
  runAt?: Date,
): AddJobOptions {
  return { key: `${prefix}:${id}`, queue: `${prefix}:${connectionId}`, runAt };
}
