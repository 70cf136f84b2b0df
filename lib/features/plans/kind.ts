/** Plans as a kind of batch: their tables, their words, and the conditions for starting and resuming. */
import { conflict } from "#lib/core/errors.ts";
import { say, t } from "#lib/core/texts.ts";
import { getDb, type Db, type OperationState, Prisma } from "#lib/db/client.ts";
import { batchCommands } from "#lib/features/batches/commands.ts";
import type { AuditDetails, BatchKind } from "#lib/features/batches/kind.ts";
import { UNSENT_STATES } from "#lib/features/operations/rules/policy.ts";
import { removePlanFiles } from "./files.ts";
import { addPlanJob } from "./waking.ts";
import { GOOD_STATES, modelFieldsSchema } from "./schema.ts";

const WITH_CONNECTION = { connection: true } satisfies Prisma.PlanInclude;

export type Plan = Prisma.PlanGetPayload<{ include: typeof WITH_CONNECTION }>;

export const PLANS: BatchKind<Plan> = {
  name: "plan",
  permission: "plan:run",
  things: "steps",
  draftDays: 30,
  words: {
    one: say("This plan"),
    inLog: "a plan",
    isRunning: say("The plan is being carried out. Pause it first; nothing was changed."),
    isDraft: say("The plan was not started yet. Start the plan first."),
    isStarted: say("The plan was already started. Nothing was changed."),
    nothingToRetry: say("Nothing was refused or left unsent."),
    noRight: (name) =>
      say("{name} is no longer allowed to run plans. Somebody else can resume the plan.", { name }),
  },
  shown: {
    kind: "plan",
    list: async (db, wanted) => {
      const plans = await db.plan.findMany({
        ...wanted,
        include: { connection: { select: { name: true } } },
      });
      return plans.map((plan) => ({
        ...plan,
        title: t("Plan of {name}", { name: plan.name }),
        place: plan.connection.name,
        href: `/plans/${plan.id}`,
        stands:
          plan.state === "WAITING"
            ? t("The plan of {name} waits for a decision", { name: plan.name })
            : t("The plan of {name} is paused", { name: plan.name }),
        undone: (count) =>
          t("{count, plural, one {# step} other {# steps}} of the plan of {name} not done", {
            count,
            name: plan.name,
          }),
      }));
    },
    standing: { state: { in: ["PAUSED", "WAITING"] } } satisfies Prisma.PlanWhereInput,
    others: {
      title: (count) => t("{count, plural, one {# more plan is} other {# more plans are}} paused", { count }),
      href: "/plans",
    },
  },
  batches: (db) => db.plan,
  rows: (db) => db.planStep,
  sql: {
    batches: Prisma.sql`plan`,
    table: Prisma.sql`plan_step`,
    of: Prisma.sql`plan_id`,
    hasHappened: Prisma.sql`false`,
    isPassed: Prisma.sql`s.is_passed`,
  },
  of: (planId): Prisma.PlanStepWhereInput => ({ planId }),
  inState: (state): Prisma.PlanStepWhereInput => ({ plan: { state } }),
  operations: (planId) => ({ planStep: { planId } }),
  find: (id) => getDb().plan.findUnique({ where: { id }, include: WITH_CONNECTION }),
  title: ({ name }) => name,
  addJob: addPlanJob,
  begin: countSteps,
  beforeResume: passUncertain,
  afterDraft: removePlanFiles,
  onRetry: { isPassed: false } satisfies Prisma.PlanStepUpdateInput,
};

/** What people do with one, as with every batch. */
export const planCommands = batchCommands(PLANS);

/** Every included model must have its file. */
async function countSteps(tx: Db, { id }: Plan): Promise<AuditDetails> {
  const models = await tx.planStep.findMany({ where: { planId: id, kind: "UPLOAD", isIncluded: true } });
  const missing = models.find((step) => modelFieldsSchema.parse(step.fields).fileKey === null);
  if (missing !== undefined) {
    throw conflict(
      say(
        "The file {title} was not chosen yet. Nothing was sent. Choose the file in its row, or leave the row out.",
        {
          title: missing.title,
        },
      ),
    );
  }
  return { steps: await tx.planStep.count({ where: { planId: id, isIncluded: true } }) };
}

/** Continues without the current step, unless that step is the Cloud. */
async function passUncertain(tx: Db, { id }: Plan): Promise<AuditDetails> {
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
  return { passed: passed.count };
}

/** Everything else goes into the Cloud. */
async function requireCloud(tx: Db, planId: string): Promise<void> {
  const cloud = await tx.planStep.findUniqueOrThrow({
    where: { planId_n: { planId, n: 1 } },
    select: { heldBack: true, operation: { select: { state: true } } },
  });
  const canGoOn: readonly OperationState[] = [...GOOD_STATES, ...UNSENT_STATES, "SENDING"];
  const isUnsent = cloud.operation === null && cloud.heldBack === null;
  if (isUnsent || (cloud.operation !== null && canGoOn.includes(cloud.operation.state))) return;
  throw conflict(
    say(
      "The plan cannot continue without its Cloud. Nothing was sent. Settle the Cloud, or try to create it again.",
    ),
  );
}
