/**
 * Tells whoever waits for an uncertain operation that it is settled, in the transaction that settles it.
 */
import type { Db, OperationModel, OperationState } from "#lib/db/client.ts";
import { addPlanJob } from "#lib/features/plans/queue.ts";
import { UNCERTAIN_STATES } from "./policy.ts";

/** `operation`: as it was before; `state`: what it becomes. */
export async function wakePlan(tx: Db, operation: OperationModel, state: OperationState): Promise<void> {
  if (UNCERTAIN_STATES.includes(state)) return;
  // What was sent just now is seen by the plan that sent it, unless a person has sent it out of the journal.
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
