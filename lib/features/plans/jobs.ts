/**
 * Carries a plan out, a slice at a time, strictly one step after the other. It may run twice and may die anywhere: what was begun stands
 * in the journal, a step has one operation, and an operation is sent once. At an uncertain step the plan waits for a person.
 */
import { kept } from "#lib/core/kept-texts.ts";
import { isAllowed, type Actor } from "#lib/auth/actor.ts";
import { after, now } from "#lib/core/clock.ts";
import { AppError } from "#lib/core/errors.ts";
import { log } from "#lib/core/logger.ts";
import { getDb, type Prisma } from "#lib/db/client.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { systemActor } from "#lib/features/activity/commands.ts";
import { listAnswers } from "#lib/features/invitations/runs/answers.ts";
import { asksToWait, reasonToStop, waitMs, WAITS_MAX } from "#lib/features/invitations/runs/brake.ts";
import { UNCERTAIN_STATES, UNSENT_STATES } from "#lib/features/operations/policy.ts";
import type { OperationView } from "#lib/features/operations/schema.ts";
import { subjectWords } from "#lib/features/operations/words.ts";
import type { JobHandler } from "#lib/jobs/definitions.ts";
import { addPlanJob, auditPlan, movePlan } from "./moves.ts";
import { GOOD_STATES } from "./schema.ts";
import { NotOurs, sendStep, submitStep, type RunningPlan, type StepWithOperation } from "./send-step.ts";

/** After this the plans of others on the same connection have their turn. */
const SLICE_MS = 20_000;
const AGAIN_MS = 5_000;
const TRIES_MAX = 5;

/** The job "portal.run-plan". */
export const runPlan: JobHandler<"portal.run-plan"> = async ({ planId }, { signal }) => {
  await goOnIfSettled(planId);
  const endsAt = performance.now() + SLICE_MS;
  let isAtOnce = true;
  while (isAtOnce && performance.now() < endsAt) {
    // The queue gives the job to the next process without counting this try.
    signal.throwIfAborted();
    const plan = await findRunning(planId);
    if (plan === null) return;
    if (plan.waitUntil !== null && plan.waitUntil > now()) break;
    const step = await findNext(planId);
    if (step === null) return endPlan(plan);
    isAtOnce = await take(plan, step, signal);
  }
  await comeAgain(planId, isAtOnce);
};

/** A person has settled what the plan waited for, or a late answer has. */
async function goOnIfSettled(planId: string): Promise<void> {
  const plan = await getDb().plan.findUnique({ where: { id: planId, state: "WAITING" } });
  if (plan === null) return;
  const open = {
    planId,
    isIncluded: true,
    isPassed: false,
    operation: { state: { in: [...UNCERTAIN_STATES] } },
  };
  if ((await getDb().planStep.count({ where: open })) > 0) return;
  await inTransaction(async (tx) => {
    if (!(await movePlan(tx, plan, { from: "WAITING", to: "RUNNING" }))) return;
    const reason = kept("The uncertain step was settled.");
    await auditPlan(tx, systemActor(), plan, "plan.resume", { reason });
  });
}

/** Does what is next for this step. False: the next look at the plan has time. */
async function take(plan: RunningPlan, step: StepWithOperation, signal: AbortSignal): Promise<boolean> {
  const { operation } = step;
  if (operation !== null && !UNSENT_STATES.includes(operation.state)) {
    if (operation.state === "SENDING") return false;
    if (UNCERTAIN_STATES.includes(operation.state)) await waitForPerson(plan, step);
    else await stopPlan(plan, reasonOf(step, operation.state));
    return true;
  }
  const actor = await findSender(plan);
  return actor === null || send(plan, actor, step, signal);
}

function missingWords(kind: StepWithOperation["kind"], title: string): string {
  switch (kind) {
    case "CREATE_CLOUD":
      return kept(
        "The cloud “{title}” was settled as missing, given up or closed. Try it again, or go on without it.",
        { title },
      );
    case "CREATE_PROJECT":
      return kept(
        "The project “{title}” was settled as missing, given up or closed. Try it again, or go on without it.",
        { title },
      );
    case "INVITE":
      return kept(
        "The invitation to “{title}” was settled as missing, given up or closed. Try it again, or go on without it.",
        { title },
      );
    case "UPLOAD":
      return kept(
        "The upload of “{title}” was settled as missing, given up or closed. Try it again, or go on without it.",
        { title },
      );
  }
}

function reasonOf(step: StepWithOperation, state: OperationView["state"]): string {
  const { operation, title, kind } = step;
  if (state !== "REFUSED") return missingWords(kind, title);
  const subject = operation === null ? title : subjectWords(operation);
  const cause = operation?.cause ?? "";
  return cause === ""
    ? kept("The service refused {subject}, and everything else stands in it.", { subject })
    : kept("The service refused {subject}, and everything else stands in it. {cause}", { subject, cause });
}

async function send(
  plan: RunningPlan,
  actor: Actor,
  step: StepWithOperation,
  signal: AbortSignal,
): Promise<boolean> {
  let view: OperationView;
  try {
    view = await sendStep(step, step.operationId ?? (await submitStep(plan, actor, step)), signal);
  } catch (thrown) {
    if (thrown instanceof NotOurs) return false;
    if (!(thrown instanceof AppError) || !["CONFLICT", "VALIDATION"].includes(thrown.code)) throw thrown;
    const held = await getDb().planStep.updateMany({
      where: { id: step.id, operationId: null },
      data: { heldBack: thrown.message },
    });
    if (held.count > 0 && step.kind === "CREATE_CLOUD") await stopPlan(plan, thrown.message);
    return true;
  }
  return react(plan, view);
}

/** Whether the plan goes on at once after this answer. */
async function react(plan: RunningPlan, view: OperationView): Promise<boolean> {
  if (view.state !== "NOT_SENT" && view.state !== "REFUSED") {
    await getDb().plan.updateMany({ where: { id: plan.id, waits: { gt: 0 } }, data: { waits: 0 } });
    return view.state !== "SENDING";
  }
  const since = plan.brakeFrom ?? plan.createdAt;
  const answers = await listAnswers({ planStep: { planId: plan.id } }, since);
  const own = answers.find((answer) => answer.operationId === view.id);
  if (own !== undefined && asksToWait(own)) {
    await waitAsTold(plan, view.result?.retryAfterSeconds ?? null);
    return true;
  }
  const counted = answers.filter((answer) => !asksToWait(answer));
  const reason = reasonToStop(counted, "steps");
  if (reason !== null) await stopPlan(plan, reason);
  else if (view.state === "NOT_SENT" && own !== undefined && own.attempts >= TRIES_MAX) {
    const { title, cause } = view;
    const { attempts } = own;
    await stopPlan(
      plan,
      cause === null || cause === ""
        ? kept("“{title}” could not be sent in {attempts} tries.", { title, attempts })
        : kept("“{title}” could not be sent in {attempts} tries. {cause}", { title, attempts, cause }),
    );
  }
  return view.state === "REFUSED";
}

/** In whose name it goes on, asked before each step; null when that person may not any more, which pauses it. */
async function findSender(plan: RunningPlan): Promise<Actor | null> {
  const staff = await getDb().staff.findUnique({ where: { id: plan.actorId } });
  const isActive = staff !== null && staff.disabledAt === null;
  if (isActive && isAllowed(staff, "plan:run")) {
    return { staffId: staff.id, name: staff.name, role: staff.role, requestId: plan.reference };
  }
  const { actorName: name } = plan;
  await stopPlan(
    plan,
    isActive
      ? kept("{name} has no right to carry out plans any more. Somebody else can let it go on.", { name })
      : kept("{name} is no active member of staff any more. Somebody else can let it go on.", { name }),
  );
  return null;
}

async function waitForPerson(plan: RunningPlan, step: StepWithOperation): Promise<void> {
  const reason = kept(
    "No certain answer came to “{title}”: it may or may not have been carried out. Settle it, and the plan goes on by itself.",
    { title: step.title },
  );
  await inTransaction(async (tx) => {
    if (!(await movePlan(tx, plan, { from: "RUNNING", to: "WAITING", reason }))) return;
    await auditPlan(tx, systemActor(), plan, "plan.pause", { reason });
  });
  // Settled between the look at it and the waiting: whoever settled it saw no plan that waits.
  await goOnIfSettled(plan.id);
}

async function waitAsTold(plan: RunningPlan, retryAfterSeconds: number | null): Promise<void> {
  if (plan.waits >= WAITS_MAX) {
    await stopPlan(
      plan,
      kept("The service still asks to slow down after {waits} waits.", { waits: plan.waits }),
    );
    return;
  }
  await getDb().plan.updateMany({
    where: { id: plan.id, state: "RUNNING" },
    data: { waitUntil: after(waitMs(retryAfterSeconds, plan.waits)), waits: { increment: 1 } },
  });
}

/** Pauses the plan by itself, with its reason, and asks a person. */
async function stopPlan(plan: RunningPlan, reason: string): Promise<void> {
  await inTransaction(async (tx) => {
    if (!(await movePlan(tx, plan, { from: "RUNNING", to: "PAUSED", reason }))) return;
    await auditPlan(tx, systemActor(), plan, "plan.pause", { reason });
  });
  log.warn("a plan was paused", { planId: plan.id, reason });
}

async function endPlan(plan: RunningPlan): Promise<void> {
  await inTransaction((tx) => movePlan(tx, plan, { from: "RUNNING", to: "ENDED" }));
}

/** The next slice: at once, after a moment, or at the time the service asked for. */
async function comeAgain(planId: string, isAtOnce: boolean): Promise<void> {
  const plan = await findRunning(planId);
  if (plan === null) return;
  const { waitUntil } = plan;
  const soon = isAtOnce ? undefined : after(AGAIN_MS);
  await addPlanJob(getDb(), plan, waitUntil !== null && waitUntil > now() ? waitUntil : soon);
}

/** Comes to nothing more: it is there, or it was refused and does not hold up what is beside it. */
const OVER: Prisma.PlanStepWhereInput = {
  OR: [
    { operation: { state: { in: [...GOOD_STATES] } } },
    { kind: { not: "CREATE_CLOUD" }, operation: { state: "REFUSED" } },
  ],
};

function findNext(planId: string): Promise<StepWithOperation | null> {
  return getDb().planStep.findFirst({
    where: { planId, isIncluded: true, isPassed: false, heldBack: null, NOT: OVER },
    orderBy: { n: "asc" },
    include: { operation: true },
  });
}

function findRunning(id: string): Promise<RunningPlan | null> {
  return getDb().plan.findUnique({ where: { id, state: "RUNNING" }, include: { connection: true } });
}
