/**
 * Reads plans for pages: their counts and their steps. A step's outcome is the current state of its operation, so a later settlement shows
 * here too.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { recall } from "#lib/core/language/stored-sentence.ts";
import { getDb, type OperationKind, type OperationModel, type Prisma } from "#lib/db/client.ts";
import { roleWords } from "#lib/features/invitations/words.ts";
import { getBatch } from "#lib/features/batches/commands.ts";
import { readBatchView } from "#lib/features/batches/counts.ts";
import { outcomeOf, sumOutcomes } from "#lib/features/batches/outcomes.ts";
import { readPage } from "#lib/features/batches/rows.ts";
import { UNCERTAIN_STATES } from "#lib/features/operations/rules/policy.ts";
import { resultSchema } from "#lib/features/operations/rules/schema.ts";
import { findAnswers, findRehearsal, type RehearsalView } from "#lib/features/rehearsals/queries.ts";
import { PLANS, type Plan } from "./kind.ts";
import { CHOOSABLE, modelFieldsSchema, personFieldsSchema } from "./schema.ts";
import { suggestionIn, toFile } from "./steps.ts";

const STEPS_AT_ONCE = 200;
const REPEATED = "REPEATED";

/** Steps left out of a plan; a line that repeats an earlier one leaves nobody out. */
const LEFT_OUT: Prisma.PlanStepWhereInput = {
  isIncluded: false,
  OR: [{ verdict: null }, { verdict: { not: REPEATED } }],
};
const PLANS_SHOWN = 100;

/** Newest first; `isCut` when there are more. */
export async function listPlans(actor: Actor): Promise<{ plans: PlanView[]; isCut: boolean }> {
  requirePermission(actor, "portal:read");
  const rows = await getDb().plan.findMany({
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: PLANS_SHOWN + 1,
    include: { connection: true },
  });
  const plans = await Promise.all(rows.slice(0, PLANS_SHOWN).map(toPlanView));
  return { plans, isCut: rows.length > PLANS_SHOWN };
}

/** One plan with its counts and its newest rehearsal. @throws AppError NOT_FOUND */
export async function getPlanDetails(
  actor: Actor,
  id: string,
): Promise<{ plan: PlanView; rehearsal: RehearsalView | null }> {
  const row = await getBatch(PLANS, actor, id, "portal:read");
  const [plan, rehearsal] = await Promise.all([toPlanView(row), findRehearsal({ planId: id })]);
  return { plan, rehearsal };
}

/** The plan as a file. @throws AppError NOT_FOUND */
export async function getPlanFile(actor: Actor, id: string): Promise<{ name: string; text: string }> {
  const { name } = await getBatch(PLANS, actor, id, "portal:read");
  const steps = await getDb().planStep.findMany({ where: { planId: id }, orderBy: { n: "asc" } });
  return { name, text: toFile(name, steps) };
}

async function toPlanView(row: Plan) {
  const { id, state, connection } = row;
  const kinds = await getDb().planStep.groupBy({
    by: ["kind", "isIncluded", "verdict"],
    where: { planId: id },
    _count: true,
  });
  // Whoever is listed twice is one person, and is decided in the first line.
  const once = kinds.filter(({ verdict }) => verdict !== REPEATED);
  const kindCount = (kind: OperationKind, wanted = once): number =>
    wanted.filter((group) => group.kind === kind).reduce((sum, { _count }) => sum + _count, 0);
  const leftOut = once.filter(({ isIncluded }) => !isIncluded);
  const view = await readBatchView(PLANS, row);
  const cloudId = await findCloudId(id);
  const isStanding = state === "WAITING" || state === "PAUSED";
  return {
    ...view,
    name: row.name,
    connection: {
      id: connection.id,
      name: connection.name,
      kind: connection.kind,
      platformUrl: connection.platformUrl,
    },
    projects: kindCount("CREATE_PROJECT"),
    models: kindCount("UPLOAD"),
    /** Distinct people. */
    people: kindCount("INVITE"),
    /** Lines that repeat an address are steps too. */
    steps: kinds.reduce((sum, { _count }) => sum + _count, 0),
    /** How many distinct people and models were left out. */
    leftOut: { people: kindCount("INVITE", leftOut), models: kindCount("UPLOAD", leftOut) },
    // A plan waiting for a step continues automatically once the step is settled.
    isMoving: view.isMoving || state === "WAITING",
    uncertain: sumOutcomes(view.outcomes, UNCERTAIN_STATES),
    /** Registry row of the Cloud, once it exists. */
    cloudId,
    /** The operation of the uncertain step that the plan waits for. */
    settleHref: state === "WAITING" ? await findSettleHref(id) : null,
    /** It can continue without its current step. */
    canPass: isStanding && cloudId !== null,
  };
}

export type PlanView = Awaited<ReturnType<typeof toPlanView>>;

/** Registry row of the Cloud, once it exists. */
async function findCloudId(planId: string): Promise<string | null> {
  const cloud = await getDb().planStep.findUnique({
    where: { planId_n: { planId, n: 1 } },
    select: { operation: { select: { result: true } } },
  });
  return registryIdOf(cloud?.operation ?? null);
}

function registryIdOf(operation: Pick<OperationModel, "result"> | null): string | null {
  return resultSchema.nullable().parse(operation?.result ?? null)?.registryId ?? null;
}

async function findSettleHref(planId: string): Promise<string | null> {
  const step = await getDb().planStep.findFirst({
    where: { planId, isPassed: false, operation: { state: { in: [...UNCERTAIN_STATES] } } },
    orderBy: { n: "asc" },
    select: { operationId: true },
  });
  return step === null ? null : `/operations/${String(step.operationId)}`;
}

/** In order of execution; `next` is the number to continue after, null at the end. `onlyLeftOut`: those that `leftOut` of the plan counts. */
export async function listPlanSteps(
  actor: Actor,
  query: { planId: string; afterN?: number; onlyLeftOut?: boolean; limit?: number },
) {
  requirePermission(actor, "portal:read");
  const { planId, afterN = 0, onlyLeftOut = false, limit = STEPS_AT_ONCE } = query;
  const read = (n: number, take: number): Promise<Step[]> =>
    getDb().planStep.findMany({
      where: { planId, n: { gt: n }, ...(onlyLeftOut ? LEFT_OUT : {}) },
      orderBy: { n: "asc" },
      take,
      include: { operation: true },
    });
  const { rows: page, next } = await readPage(read, afterN, limit);
  const [parents, answers, cloudId] = await Promise.all([
    getDb().planStep.findMany({
      where: { planId, kind: "CREATE_PROJECT" },
      select: { n: true, parentN: true, title: true },
      orderBy: { n: "asc" },
    }),
    findAnswers(
      { planId },
      page.map(({ n }) => n),
    ),
    findCloudId(planId),
  ]);
  const depths = new Map<number, number>();
  for (const { n, parentN } of parents) depths.set(n, parentN === null ? 1 : (depths.get(parentN) ?? 0) + 1);
  const projectOf = (parentN: number | null): string | null =>
    parents.find(({ n }) => n === parentN)?.title ?? null;
  return {
    steps: page.map((step) => ({
      ...toStepView(step, cloudId),
      /** Distance from the Cloud: 0 the Cloud and the people, 1 its projects, … */
      depth: depths.get(step.n) ?? 0,
      /** For a model: the name of its project. */
      ofProject: step.kind === "UPLOAD" ? projectOf(step.parentN) : null,
      rehearsed: answers.get(step.n) ?? null,
    })),
    next,
  };
}

export type PlanStepView = Awaited<ReturnType<typeof listPlanSteps>>["steps"][number];

type Step = Prisma.PlanStepGetPayload<{ include: { operation: true } }>;

function toStepView(step: Step, cloudId: string | null) {
  const { id, n, kind, title, operation, verdict, isIncluded, isPassed } = step;
  const cause = recall(step, "heldBack") ?? (operation === null ? null : recall(operation, "cause"));
  return {
    id,
    n,
    kind,
    title,
    verdict,
    isIncluded,
    isPassed,
    /** One sentence: what prevents it, or why it is in its state. */
    detail: cause ?? (operation === null && step.detail !== "" ? recall(step, "detail") : null),
    /** For a person: what the role allows. */
    roleWords: kind === "INVITE" && isIncluded ? roleWords(personFieldsSchema.parse(step.fields).role) : null,
    /** A person may include it or leave it out. */
    canChoose: kind === "UPLOAD" || (verdict !== null && CHOOSABLE.includes(verdict)),
    /** Of a person: the address that was probably meant. */
    suggestion: kind === "INVITE" ? suggestionIn(recall(step, "detail")) : null,
    /** For a model: the size of its file; null where no file was chosen, and for other kinds. */
    fileBytes: kind === "UPLOAD" ? modelFieldsSchema.parse(step.fields).sizeBytes : null,
    outcome: outcomeOf(step),
    operationHref: operation === null ? null : `/operations/${operation.id}`,
    /** The registry's page of the result. */
    madeHref: madeHref(step, cloudId),
  };
}

function madeHref({ kind, operation }: Step, cloudId: string | null): string | null {
  const made = registryIdOf(operation);
  if (made === null || cloudId === null) return null;
  if (kind === "CREATE_CLOUD") return `/clouds/${made}`;
  return kind === "CREATE_PROJECT" ? `/clouds/${cloudId}/projects/${made}` : null;
}
