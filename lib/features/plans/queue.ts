/** The job that carries a plan on. Knows nothing of what a plan holds: who wakes one needs no more. */
import type { Db } from "#lib/db/client.ts";
import { jobOptions } from "#lib/features/batches/job.ts";
import { addJob } from "#lib/jobs/queue.ts";

/** One job for a plan at a time, and one plan of a connection after the other, in slices. */
export function addPlanJob(db: Db, plan: { id: string; connectionId: string }, runAt?: Date): Promise<void> {
  return addJob(db, "portal.run-plan", { planId: plan.id }, jobOptions("plan", plan, runAt));
}
