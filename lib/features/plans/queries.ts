/**
 * Reads plans for people: their figures and their steps. What became of a step is the state of its operation at this moment, so that a
 * settlement afterwards shows here too.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { notFound } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { say } from "#lib/core/texts.ts";
import { getDb, type Prisma } from "#lib/db/client.ts";
import { roleWords } from "#lib/features/invitations/words.ts";
import { countOutcomes } from "#lib/features/operations/outcome-counts.ts";
import { figuresOf, outcomeOf, sumOutcomes } from "#lib/features/operations/outcomes.ts";
import { UNCERTAIN_STATES } from "#lib/features/operations/policy.ts";
import { resultSchema } from "#lib/features/operations/schema.ts";
import { findAnswers, findRehearsal } from "#lib/features/rehearsals/queries.ts";
import type { RehearsalView } from "#lib/features/rehearsals/schema.ts";
import { CHOOSABLE, modelFieldsSchema, personFieldsSchema } from "./schema.ts";
import type { PlanStepView, PlanView } from "./schema.ts";
import { toFile } from "./steps.ts";

const STEPS_AT_ONCE = 200;
const PLANS_SHOWN = 100;

const WITH_CONNECTION = { connection: true } satisfies Prisma.PlanInclude;
type Row = Prisma.PlanGetPayload<{ include: typeof WITH_CONNECTION }>;

/** Newest first; `isCut` when there are more. */
export async function listPlans(actor: Actor): Promise<{ plans: PlanView[]; isCut: boolean }> {
  requirePermission(actor, "portal:read");
  const rows = await getDb().plan.findMany({
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: PLANS_SHOWN + 1,
    include: WITH_CONNECTION,
  });
  const plans = await Promise.all(rows.slice(0, PLANS_SHOWN).map(toPlanView));
  return { plans, isCut: rows.length > PLANS_SHOWN };
}

/** One plan with its figures and its newest rehearsal. @throws AppError NOT_FOUND */
export async function getPlanDetails(
  actor: Actor,
  id: string,
): Promise<{ plan: PlanView; rehearsal: RehearsalView | null }> {
  const row = await getRow(actor, id);
  const [plan, rehearsal] = await Promise.all([toPlanView(row), findRehearsal({ planId: id })]);
  return { plan, rehearsal };
}

/** The plan as a file. @throws AppError NOT_FOUND */
export async function getPlanFile(actor: Actor, id: string): Promise<{ name: string; text: string }> {
  const { name } = await getRow(actor, id);
  const steps = await getDb().planStep.findMany({ where: { planId: id }, orderBy: { n: "asc" } });
  return { name, text: toFile(name, steps) };
}

async function getRow(actor: Actor, id: string): Promise<Row> {
  requirePermission(actor, "portal:read");
  const row = isId(id) ? await getDb().plan.findUnique({ where: { id }, include: WITH_CONNECTION }) : null;
  if (row === null) throw notFound(say("This plan"));
  return row;
}

async function toPlanView(row: Row): Promise<PlanView> {
  const { id, state, connection } = row;
  const kinds = await getDb().planStep.groupBy({ by: ["kind"], where: { planId: id }, _count: true });
  const kindCount = (kind: string): number => kinds.find((group) => group.kind === kind)?._count ?? 0;
  const outcomes = await countOutcomes("plan", id);
  const { included, ended, retryable } = figuresOf(outcomes);
  const cloud = await getDb().planStep.findUnique({
    where: { planId_n: { planId: id, n: 1 } },
    include: { operation: true },
  });
  const made = resultSchema.nullable().parse(cloud?.operation?.result ?? null)?.registryId ?? null;
  const isStanding = state === "WAITING" || state === "PAUSED";
  return {
    id,
    name: row.name,
    connection: {
      id: connection.id,
      name: connection.name,
      kind: connection.kind,
      platformUrl: connection.platformUrl,
    },
    state,
    pauseReason: row.pauseReason,
    waitUntil: row.waitUntil,
    fileName: row.fileName,
    actorName: row.actorName,
    createdAt: row.createdAt,
    projects: kindCount("CREATE_PROJECT"),
    models: kindCount("UPLOAD"),
    people: kindCount("INVITE"),
    included,
    outcomes,
    ended,
    uncertain: sumOutcomes(outcomes, UNCERTAIN_STATES),
    retryable: state === "ENDED" || isStanding ? retryable : 0,
    cloudId: made,
    settleHref: state === "WAITING" ? await findSettleHref(id) : null,
    canPass: isStanding && made !== null,
  };
}

async function findSettleHref(planId: string): Promise<string | null> {
  const step = await getDb().planStep.findFirst({
    where: { planId, isPassed: false, operation: { state: { in: [...UNCERTAIN_STATES] } } },
    orderBy: { n: "asc" },
    select: { operationId: true },
  });
  return step === null ? null : `/operations/${String(step.operationId)}`;
}

/** In the order in which they are carried out; `next` is the number to go on after, null at the end. */
export async function listPlanSteps(
  actor: Actor,
  query: { planId: string; afterN?: number },
): Promise<{ steps: PlanStepView[]; next: number | null }> {
  requirePermission(actor, "portal:read");
  const { planId, afterN = 0 } = query;
  const found = await getDb().planStep.findMany({
    where: { planId, n: { gt: afterN } },
    orderBy: { n: "asc" },
    take: STEPS_AT_ONCE + 1,
    include: { operation: true },
  });
  const page = found.slice(0, STEPS_AT_ONCE);
  const [parents, answers, cloud] = await Promise.all([
    getDb().planStep.findMany({
      where: { planId, kind: "CREATE_PROJECT" },
      select: { n: true, parentN: true, title: true },
      orderBy: { n: "asc" },
    }),
    findAnswers(
      { planId },
      page.map(({ n }) => n),
    ),
    getDb().planStep.findUnique({
      where: { planId_n: { planId, n: 1 } },
      select: { operation: { select: { result: true } } },
    }),
  ]);
  const depths = new Map<number, number>();
  for (const { n, parentN } of parents) depths.set(n, parentN === null ? 1 : (depths.get(parentN) ?? 0) + 1);
  const projectOf = (parentN: number | null): string | null =>
    parents.find(({ n }) => n === parentN)?.title ?? null;
  const cloudId = resultSchema.nullable().parse(cloud?.operation?.result ?? null)?.registryId ?? null;
  return {
    steps: page.map((step) => ({
      ...toStepView(step, cloudId),
      depth: depths.get(step.n) ?? 0,
      ofProject: step.kind === "UPLOAD" ? projectOf(step.parentN) : null,
      rehearsed: answers.get(step.n) ?? null,
    })),
    next: found.length > STEPS_AT_ONCE ? (page.at(-1)?.n ?? null) : null,
  };
}

type Step = Prisma.PlanStepGetPayload<{ include: { operation: true } }>;

function toStepView(
  step: Step,
  cloudId: string | null,
): Omit<PlanStepView, "depth" | "ofProject" | "rehearsed"> {
  const { id, n, kind, title, operation, verdict, isIncluded, isPassed } = step;
  const cause = step.heldBack ?? operation?.cause;
  return {
    id,
    n,
    kind,
    title,
    verdict,
    isIncluded,
    isPassed,
    detail: cause ?? (operation === null && step.detail !== "" ? step.detail : null),
    roleWords: kind === "INVITE" && isIncluded ? roleWords(personFieldsSchema.parse(step.fields).role) : null,
    canChoose: kind === "UPLOAD" || (verdict !== null && CHOOSABLE.includes(verdict)),
    fileBytes: kind === "UPLOAD" ? modelFieldsSchema.parse(step.fields).sizeBytes : null,
    outcome: outcomeOf(step),
    operationHref: operation === null ? null : `/operations/${operation.id}`,
    madeHref: madeHref(step, cloudId),
  };
}

function madeHref({ kind, operation }: Step, cloudId: string | null): string | null {
  const made = resultSchema.nullable().parse(operation?.result ?? null)?.registryId ?? null;
  if (made === null || cloudId === null) return null;
  if (kind === "CREATE_CLOUD") return `/clouds/${made}`;
  return kind === "CREATE_PROJECT" ? `/clouds/${cloudId}/projects/${made}` : null;
}
