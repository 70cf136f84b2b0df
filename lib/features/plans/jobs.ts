/** Carries out plans strictly one step after the other. At an uncertain step the plan waits for a person. */
import { recall } from "#lib/core/language/stored-sentence.ts";
import { inEnglish, say, type Said } from "#lib/core/texts.ts";
import { getDb, type OperationModel, type Prisma, inTransaction } from "#lib/db/client.ts";
import { systemActor } from "#lib/audit/record.ts";
import type { Sending } from "#lib/features/batches/kind.ts";
import { auditBatch, moveBatch, stopBatch } from "#lib/features/batches/moves.ts";
import { runSlice } from "#lib/features/batches/slice.ts";
import { rulesOf } from "#lib/features/operations/rules/kinds.ts";
import { UNCERTAIN_STATES, UNSENT_STATES } from "#lib/features/operations/rules/policy.ts";
import { subjectWords } from "#lib/features/operations/words.ts";
import type { JobHandler } from "#lib/jobs/definitions.ts";
import { PLANS, type Plan } from "./kind.ts";
import { GOOD_STATES } from "./schema.ts";
import { sendStep, submitStep, type StepWithOperation } from "./send-step.ts";

const SENDING: Sending<Plan, StepWithOperation> = {
  atOnce: 1,
  unsent: iterateSteps,
  canSend,
  submit: submitStep,
  send: sendStep,
};

/** The job "portal.run-plan". */
export const runPlan: JobHandler<"portal.run-plan"> = async ({ planId }, { signal }) => {
  await goOnIfSettled(planId);
  await runSlice(PLANS, SENDING, planId, signal);
};

/** Continues the plan if a person, or a late answer, has settled what it waited for. */
async function goOnIfSettled(planId: string): Promise<void> {
  const plan = await PLANS.find(planId);
  if (plan?.state !== "WAITING") return;
  const open = {
    planId,
    isIncluded: true,
    isPassed: false,
    operation: { state: { in: [...UNCERTAIN_STATES] } },
  };
  if ((await getDb().planStep.count({ where: open })) > 0) return;
  await inTransaction(async (tx) => {
    if (!(await moveBatch(PLANS, tx, plan, { from: "WAITING", to: "RUNNING" }))) return;
    const reason = say("The uncertain step was settled.");
    await auditBatch(PLANS, tx, systemActor(), plan, "plan.resume", { reason: inEnglish(reason) });
  });
}

/** The plan's current step, repeatedly, until the plan has ended or a step must be retried later. */
async function* iterateSteps(planId: string): AsyncGenerator<StepWithOperation> {
  let before: string | null = null;
  for (;;) {
    const step = await findNext(planId);
    if (step === null || (step.id === before && hasTime(step))) return;
    before = step.id;
    yield step;
  }
}

/** It was not sent just now, or somebody else is sending it: retried later. */
function hasTime({ operation, heldBack }: StepWithOperation): boolean {
  if (operation === null) return heldBack === null;
  return operation.state === "SENDING" || UNSENT_STATES.includes(operation.state);
}

/** False for a step that is being sent, and for one that needs a person: then the plan waits, or is paused. */
async function canSend(plan: Plan, step: StepWithOperation): Promise<boolean> {
  const { operation } = step;
  const heldBack = recall(step, "heldBack");
  if (heldBack !== null) {
    await stopBatch(PLANS, plan, heldBack);
    return false;
  }
  if (operation === null || UNSENT_STATES.includes(operation.state)) return true;
  if (UNCERTAIN_STATES.includes(operation.state)) await waitForPerson(plan, step);
  else if (operation.state !== "SENDING") await stopBatch(PLANS, plan, reasonOf(operation, step.title));
  return false;
}

function reasonOf(operation: OperationModel, title: string): Said {
  if (operation.state !== "REFUSED") return rulesOf(operation.kind).words.missing(title);
  const subject = subjectWords(operation);
  const cause = recall(operation, "cause");
  return cause === null
    ? say("The service refused {subject}. The plan cannot continue without this step.", { subject })
    : say("The service refused {subject}. The plan cannot continue without this step. {cause}", {
        subject,
        cause,
      });
}

async function waitForPerson(plan: Plan, step: StepWithOperation): Promise<void> {
  const reason = say(
    "“{title}” got no certain answer. Settle that step, and the plan continues automatically.",
    {
      title: step.title,
    },
  );
  await inTransaction(async (tx) => {
    if (!(await moveBatch(PLANS, tx, plan, { from: "RUNNING", to: "WAITING", reason }))) return;
    await auditBatch(PLANS, tx, systemActor(), plan, "plan.pause", { reason: inEnglish(reason) });
  });
  // The step was settled between the check and the waiting: whoever settled it saw no waiting plan.
  await goOnIfSettled(plan.id);
}

/** Steps with no further effect: the result exists, or the step was refused and does not block its neighbours. */
const OVER: Prisma.PlanStepWhereInput = {
  OR: [
    { operation: { state: { in: [...GOOD_STATES] } } },
    { kind: { not: "CREATE_CLOUD" }, operation: { state: "REFUSED" } },
  ],
};

/** The first step that has not ended. After a held-back Cloud there is none. */
function findNext(planId: string): Promise<StepWithOperation | null> {
  return getDb().planStep.findFirst({
    where: {
      planId,
      isIncluded: true,
      isPassed: false,
      OR: [{ heldBack: null }, { kind: "CREATE_CLOUD" }],
      NOT: OVER,
    },
    orderBy: { n: "asc" },
    include: { operation: true },
  });
}
