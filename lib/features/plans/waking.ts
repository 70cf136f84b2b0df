/**
 * Wakes the plan that waits for an uncertain operation. The journal tells of every operation that is settled, in the transaction that
 * settles it.
 */
import type { Db, OperationModel } from "#lib/db/client.ts";
import { addPlanJob } from "./queue.ts";

/** `operation`: as it was before it was settled. */
export async function wakePlan(tx: Db, operation: OperationModel): Promise<void> {
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
