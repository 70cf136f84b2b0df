/**
 * A plan's changes of state, each a compare-and-set with its audit row in the caller's transaction, and the job that carries it on.
 */
import { now } from "#lib/core/clock.ts";
import type { Db, PlanModel, PlanState } from "#lib/db/client.ts";
import { recordAudit } from "#lib/features/activity/commands.ts";
import type { AuditAction, AuditActor } from "#lib/features/activity/schema.ts";
import { addJob } from "#lib/jobs/queue.ts";

type Change = {
  from: PlanState;
  to: PlanState;
  reason?: string;
  /** Who lets it go on; the steps are carried out in this name from then on. */
  sender?: { staffId: string; name: string };
};

/** False when it is not in `from` any more. */
export async function movePlan(tx: Db, plan: PlanModel, change: Change): Promise<boolean> {
  const { from, to, reason, sender } = change;
  const at = now();
  const going = { brakeFrom: at, waits: 0, waitUntil: null, startedAt: plan.startedAt ?? at };
  const moved = await tx.plan.updateMany({
    where: { id: plan.id, state: from },
    data: {
      state: to,
      stateSince: at,
      pauseReason: reason ?? null,
      ...(sender === undefined ? {} : { ...going, actorId: sender.staffId, actorName: sender.name }),
    },
  });
  return moved.count === 1;
}

export function auditPlan(
  tx: Db,
  actor: AuditActor,
  plan: Pick<PlanModel, "id" | "name" | "state">,
  action: Extract<AuditAction, `plan.${string}`>,
  after: Record<string, string | number>,
): Promise<void> {
  return recordAudit(tx, {
    actor,
    action,
    objectType: "plan",
    objectId: plan.id,
    before: { state: plan.state },
    after: { ...after, name: plan.name },
    outcome: "DONE",
  });
}

/** One job for a plan at a time, and one plan of a connection after the other, in slices. */
export function addPlanJob(
  db: Db,
  plan: Pick<PlanModel, "id" | "connectionId">,
  runAt?: Date,
): Promise<void> {
  const place = { key: `plan:${plan.id}`, queue: `plan:${plan.connectionId}` };
  const options = runAt === undefined ? place : { ...place, runAt };
  return addJob(db, "portal.run-plan", { planId: plan.id }, options);
}
