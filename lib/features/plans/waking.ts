/**
 * Queues the job that carries out a plan, and wakes the plan that waits for an uncertain operation. The journal notifies of every settled operation, in the transaction that settles
 * it.
 */
import type { Db, OperationModel } from "#lib/db/client.ts";
import { jobOptions } from "#lib/features/batches/job.ts";
import { addJob } from "#lib/jobs/queue.ts";

/** One job per plan at a time, and the plans of one connection one after the other, in slices. */
export function addPlanJob(db: Db, plan: { id: string; connectionId: string }, runAt?: Date): Promise<void> {
  return addJob(db, "portal.run-plan", { planId: plan.id }, jobOptions("plan", plan, runAt));
}

/** `operation`: before it was settled. */
export async function wakePlan(tx: Db, operation: OperationModel): Promise<void> {
  // The plan itself notices what it has just sent, unless a person sent it from the journal.
  const isSent = operation.state === "SENDING";
  const plan = await tx.plan.findFirst({
    where: {
      steps: { some: { operationId: operation.id } },
      state: { in: isSent ? ["WAITING"] : ["WAITING", "RUNNING"] },
    },
    select: { id: true, connectionId: true },
  });
  if (plan !== null) await addPlanJob(tx, plan);
}
