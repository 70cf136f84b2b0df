/**
 * What people do with a plan: rehearse it, start it, pause it, let it go on, give up the rest, try once more what was refused. The sending
 * itself is the job's (jobs.ts).
 */
import { kept } from "#lib/core/kept-texts.ts";
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { after } from "#lib/core/clock.ts";
import { AppError, notFound } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { say } from "#lib/core/texts.ts";
import { getDb, type ConnectionModel, type Db, type OperationState, type PlanModel } from "#lib/db/client.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { toAuditActor } from "#lib/features/activity/commands.ts";
import { moveOperation } from "#lib/features/operations/journal.ts";
import { RETRYABLE_STATES } from "#lib/features/operations/outcomes.ts";
import { UNSENT_STATES } from "#lib/features/operations/policy.ts";
import { requireRehearsalPlace } from "#lib/features/rehearsals/application.ts";
import { addRehearsal } from "#lib/features/rehearsals/commands.ts";
import { removePlanFiles } from "./files.ts";
import { addPlanJob, auditPlan, movePlan } from "./moves.ts";
import { GOOD_STATES, modelFieldsSchema } from "./schema.ts";
import { toScript } from "./steps.ts";

const DRAFT_DAYS_MAX = 30;

type Plan = PlanModel & { connection: ConnectionModel };

/** Has a draft tried out at the built-in service. @throws AppError CONFLICT when it is a draft no more or there is no place; NOT_FOUND */
export async function rehearsePlan(actor: Actor, id: string): Promise<void> {
  const plan = await getPlan(actor, id);
  requireRehearsalPlace();
  await inTransaction(async (tx) => {
    // Locked, so that it is not started in between.
    const isDraft = await tx.plan.updateMany({ where: { id, state: "DRAFT" }, data: { state: "DRAFT" } });
    if (isDraft.count === 0) throw new AppError("CONFLICT", say("The plan was started already."));
    const steps = await tx.planStep.findMany({ where: { planId: id }, orderBy: { n: "asc" } });
    await addRehearsal(tx, { planId: id }, toScript(plan, steps), actor.name);
    await auditPlan(tx, toAuditActor(actor), plan, "plan.rehearse", { steps: steps.length });
  });
}

/** Starts a draft; whoever presses twice starts it once. @throws AppError CONFLICT while a model has no file; NOT_FOUND */
export async function startPlan(actor: Actor, id: string): Promise<void> {
  const plan = await getPlan(actor, id);
  await inTransaction(async (tx) => {
    if (!(await movePlan(tx, plan, { from: "DRAFT", to: "RUNNING", sender: actor }))) return;
    await requireFiles(tx, id);
    const steps = await tx.planStep.count({ where: { planId: id, isIncluded: true } });
    await addPlanJob(tx, plan);
    await auditPlan(tx, toAuditActor(actor), plan, "plan.start", { steps });
  });
}

async function requireFiles(tx: Db, planId: string): Promise<void> {
  const models = await tx.planStep.findMany({ where: { planId, kind: "UPLOAD", isIncluded: true } });
  const missing = models.find((step) => modelFieldsSchema.parse(step.fields).fileKey === null);
  if (missing === undefined) return;
  throw new AppError(
    "CONFLICT",
    say("The file {title} was not chosen yet. Nothing was sent. Choose it in its row, or leave it out.", {
      title: missing.title,
    }),
  );
}

/** Holds the rest back; what is on its way comes to its end. @throws AppError NOT_FOUND */
export async function pausePlan(actor: Actor, id: string): Promise<void> {
  const plan = await getPlan(actor, id);
  const reason = kept("Paused by {name}.", { name: actor.name });
  await inTransaction(async (tx) => {
    if (!(await movePlan(tx, plan, { from: "RUNNING", to: "PAUSED", reason }))) return;
    await auditPlan(tx, toAuditActor(actor), plan, "plan.pause", { reason });
  });
}

/**
 * Lets it go on in the name of whoever says so, without the step that it stands at. Only what was not sent yet is sent.
 * @throws AppError CONFLICT when that step is the Cloud; NOT_FOUND
 */
export async function resumePlan(actor: Actor, id: string): Promise<void> {
  const plan = await getPlan(actor, id);
  if (plan.state !== "PAUSED" && plan.state !== "WAITING") return;
  await inTransaction(async (tx) => {
    if (!(await movePlan(tx, plan, { from: plan.state, to: "RUNNING", sender: actor }))) return;
    await requireCloud(tx, id);
    const passed = await tx.planStep.updateMany({
      where: {
        planId: id,
        isIncluded: true,
        isPassed: false,
        operation: { state: { notIn: [...GOOD_STATES, ...UNSENT_STATES, "SENDING", "REFUSED"] } },
      },
      data: { isPassed: true },
    });
    await addPlanJob(tx, plan);
    await auditPlan(tx, toAuditActor(actor), plan, "plan.resume", { passed: passed.count });
  });
}

/** Everything else stands in it. */
async function requireCloud(tx: Db, planId: string): Promise<void> {
  const cloud = await tx.planStep.findUniqueOrThrow({
    where: { planId_n: { planId, n: 1 } },
    select: { heldBack: true, operation: { select: { state: true } } },
  });
  const canGoOn: readonly OperationState[] = [...GOOD_STATES, ...UNSENT_STATES, "SENDING"];
  const isUnsent = cloud.operation === null && cloud.heldBack === null;
  if (isUnsent || (cloud.operation !== null && canGoOn.includes(cloud.operation.state))) return;
  throw new AppError(
    "CONFLICT",
    say(
      "Everything else of the plan stands in the Cloud, so it cannot go on without it. Nothing was sent. Settle the Cloud, or try it again.",
    ),
  );
}

/** Tries once more what was refused, held back or not sent; what may have had an effect is never among it. @throws AppError CONFLICT, NOT_FOUND */
export async function retryPlan(actor: Actor, id: string): Promise<void> {
  const plan = await getPlan(actor, id);
  if (plan.state === "RUNNING") return;
  if (plan.state === "DRAFT")
    throw new AppError("CONFLICT", say("The plan was not started yet. Start it first."));
  await inTransaction(async (tx) => {
    if (!(await movePlan(tx, plan, { from: plan.state, to: "RUNNING", sender: actor }))) return;
    const freed = await tx.planStep.updateMany({
      where: {
        planId: id,
        isIncluded: true,
        OR: [{ heldBack: { not: null } }, { operation: { state: { in: [...RETRYABLE_STATES] } } }],
      },
      // An operation that is still open is replaced by the new one: it provably had no effect.
      data: { heldBack: null, operationId: null, isPassed: false },
    });
    if (freed.count === 0) throw new AppError("CONFLICT", say("Nothing of it was refused or left unsent."));
    await addPlanJob(tx, plan);
    await auditPlan(tx, toAuditActor(actor), plan, "plan.resume", { again: freed.count });
  });
}

/** Gives up what was not sent: a draft goes away whole, a plan that stands still ends. @throws AppError CONFLICT while it is running; NOT_FOUND */
export async function discardPlan(actor: Actor, id: string): Promise<{ wasDraft: boolean }> {
  const plan = await getPlan(actor, id);
  if (plan.state === "DRAFT") {
    const gone = await getDb().plan.deleteMany({ where: { id, state: "DRAFT" } });
    if (gone.count > 0) await removePlanFiles(id);
    return { wasDraft: true };
  }
  if (plan.state === "RUNNING") {
    throw new AppError(
      "CONFLICT",
      say("The plan is being carried out. Pause it first; nothing was changed."),
    );
  }
  await inTransaction(async (tx) => {
    if (plan.state === "ENDED" || !(await movePlan(tx, plan, { from: plan.state, to: "ENDED" }))) return;
    const begun = await tx.planStep.findMany({
      where: { planId: id, operation: { state: { in: [...UNSENT_STATES] } } },
      select: { operationId: true },
    });
    const cause = kept("Given up by {name}; it had no effect.", { name: actor.name });
    for (const { operationId } of begun) {
      if (operationId === null) continue;
      await moveOperation(tx, operationId, UNSENT_STATES, { state: "DISCARDED", cause, actor });
    }
    const unsent = await tx.planStep.updateMany({
      where: { planId: id, isIncluded: true, heldBack: null, operationId: null },
      data: {
        heldBack: kept("Given up by {name} before its turn came. Nothing was sent.", { name: actor.name }),
      },
    });
    const given = unsent.count + begun.length;
    await auditPlan(tx, toAuditActor(actor), plan, "plan.discard", { given });
  });
  return { wasDraft: false };
}

/** Removes drafts that nobody started. */
export async function sweepPlanDrafts(): Promise<void> {
  const before = after(-DRAFT_DAYS_MAX * 24 * 3_600_000);
  await getDb().plan.deleteMany({ where: { state: "DRAFT", createdAt: { lt: before } } });
}

async function getPlan(actor: Actor, id: string): Promise<Plan> {
  requirePermission(actor, "plan:run");
  const plan = isId(id)
    ? await getDb().plan.findUnique({ where: { id }, include: { connection: true } })
    : null;
  if (plan === null) throw notFound(say("This plan"));
  return plan;
}
