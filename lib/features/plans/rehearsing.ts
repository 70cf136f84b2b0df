/** Rehearses a plan: tries out its steps at the built-in service. */
import type { Actor } from "#lib/auth/actor.ts";
import { getBatch } from "#lib/features/batches/commands.ts";
import { editDraft } from "#lib/features/batches/drafts.ts";
import { auditBatch } from "#lib/features/batches/moves.ts";
import { requireRehearsalPlace } from "#lib/features/rehearsals/application.ts";
import { addRehearsal } from "#lib/features/rehearsals/commands.ts";
import { PLANS } from "./kind.ts";
import { toScript } from "./steps.ts";

/**
 * Starts a rehearsal of a draft at the built-in service. @throws AppError CONFLICT when it is no longer a draft or there is no built-in
 * service; NOT_FOUND
 */
export async function rehearsePlan(actor: Actor, id: string): Promise<void> {
  const plan = await getBatch(PLANS, actor, id);
  requireRehearsalPlace();
  await editDraft(PLANS, actor, id, async (tx) => {
    const steps = await tx.planStep.findMany({ where: { planId: id }, orderBy: { n: "asc" } });
    await addRehearsal(tx, { planId: id }, toScript(plan, steps), actor.name);
    await auditBatch(PLANS, tx, actor, plan, "plan.rehearse", { steps: steps.length });
  });
}
