/** Queues the job that carries out a plan. Knows nothing about a plan's content, which nobody needs to wake one. */
import type { Db } from "#lib/db/client.ts";
import { jobOptions } from "#lib/features/batches/job.ts";
import { addJob } from "#lib/jobs/queue.ts";

/** One job per plan at a time, and the plans of one connection one after the other, in slices. */
export function addPlanJob(db: Db, plan: { id: string; connectionId: string }, runAt?: Date): Promise<void> {
  return addJob(db, "portal.run-plan", { planId: plan.id }, jobOptions("plan", plan, runAt));
}
