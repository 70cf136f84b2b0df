/**
 * Starts and cancels bulk runs. The run, its parts, their jobs and the audit row are one transaction. Each part is an export run that
 * jobs.ts carries out on its own, so a finished part stays finished whatever happens to the others.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { now } from "#lib/core/clock.ts";
import { conflict, forbidden, notFound, validation, rateLimited } from "#lib/core/errors.ts";
import { kept, told } from "#lib/core/language/kept-texts.ts";
import { say, t } from "#lib/core/texts.ts";
import { getDb, type Db } from "#lib/db/client.ts";
import { isUniqueViolation } from "#lib/db/errors.ts";
import { plainOptions } from "#lib/elements/files/options.ts";
import { recordAudit } from "#lib/audit/record.ts";
import { canonicalClass } from "#lib/features/elements/class-choices.ts";
import { getView } from "#lib/features/views/queries.ts";
import { addJob } from "#lib/jobs/queue.ts";
import { makeParts, type BulkOrder } from "./parts.ts";
import { listBulkProjects, planBulk, type BulkPlan } from "./plan.ts";
import { getBulkRun, type BulkRunView } from "./queries.ts";
import { BULK_MODELS_MAX, leftOutSchema, type StartBulkInput } from "../bulk-schema.ts";
import { canCancelExport } from "../policy.ts";
import { readBulkRequest, readProfile, readRequest, type BulkRequest } from "../request.ts";
import { ACTIVE_EXPORT_STATES } from "#lib/core/export-states.ts";

/** Bulk runs that one person may have running at the same time. */
export const ACTIVE_BULK_RUNS_MAX = 3;

/** A bulk run's models and how to export them, from a form or from an earlier run. */
type Order = BulkOrder & {
  key: string;
  cloudId: string;
  /** null: all models. */
  models: readonly number[] | null;
};

/**
 * Starts a bulk run over the current models of the project or Cloud; the same key again returns the run it started.
 * @throws AppError NOT_FOUND, also for a missing view; VALIDATION when no model is ready, or there are too many; RATE_LIMITED
 */
export async function startBulk(actor: Actor, input: StartBulkInput): Promise<BulkRunView> {
  requirePermission(actor, "elements:export");
  const { key, cloudId, projectId = "", which, models, profile, form, onLoss } = input;
  const existing = await findStarted(actor, key);
  if (existing !== null) return existing;
  const view = await findChosenView(actor, input);
  return begin(actor, {
    key,
    cloudId,
    profile,
    form,
    projectId: projectId === "" ? null : projectId,
    models: which === "all" ? null : models.map(Number),
    classes: view?.content.ifcClasses ?? input.classes,
    request: { version: 1, options: input.options ?? plainOptions(profile), view, onLoss },
  });
}

async function findStarted(actor: Actor, key: string): Promise<BulkRunView | null> {
  const existing = await getDb().bulkRun.findUnique({ where: { id: key } });
  if (existing === null) return null;
  if (existing.actorId === actor.staffId) return getBulkRun(actor, existing.id);
  throw conflict(say("This form was already used. Nothing was started. Reload the page."));
}

/** The view of a form: the one that a table showed, or a saved view as it is now. */
async function findChosenView(
  actor: Actor,
  { view = "", content }: Pick<StartBulkInput, "view" | "content">,
): Promise<BulkRequest["view"]> {
  if (content !== undefined) return { name: kept("the view of a table"), content };
  if (view === "") return null;
  const found = await getView(actor, view);
  return { name: found.name, content: found.content };
}

async function begin(actor: Actor, order: Order): Promise<BulkRunView> {
  const { key, cloudId, projectId } = order;
  const projects = await listBulkProjects(cloudId, projectId);
  if (projects.length === 0)
    throw notFound(projectId === null ? say("A project in this Cloud") : say("This project"));
  const plan = await planBulk(actor, projects, order.models);
  assertPlan(plan);
  const classes = [...new Set(order.classes.map(canonicalClass))];
  try {
    await getDb().$transaction((tx) => insert(tx, actor, { ...order, classes }, plan), {
      timeout: 60_000,
    });
  } catch (thrown) {
    // The same form was sent twice at the same moment: the other request made the run.
    if (!isUniqueViolation(thrown)) throw thrown;
  }
  return getBulkRun(actor, key);
}

/**
 * Repeats an export with the service's current data: the same models, or all that the Cloud has now, in the same view.
 * @throws AppError NOT_FOUND; as `startBulk`
 */
export async function repeatBulk(
  actor: Actor,
  { key, bulkId }: { key: string; bulkId: string },
): Promise<BulkRunView> {
  requirePermission(actor, "elements:export");
  const existing = await findStarted(actor, key);
  if (existing !== null) return existing;
  const run = await getDb().bulkRun.findUnique({
    where: { id: bulkId },
    include: {
      parts: {
        select: { modelServiceId: true, request: true, ifcClass: true, profile: true, snapshotId: true },
      },
    },
  });
  if (run === null) throw notFound(say("This bulk export"));
  const { cloudId, projectId, classes, oneTable } = run;
  const made = run.parts.flatMap((part) => {
    const { joined } = readRequest(part);
    return joined?.models.map(({ modelId }) => modelId) ?? [Number(part.modelServiceId)];
  });
  const leftOut = leftOutSchema
    .parse(run.leftOut)
    .flatMap(({ modelId, asked }) => (asked && modelId !== null ? [modelId] : []));
  return begin(actor, {
    key,
    cloudId,
    projectId,
    classes,
    models: projectId === null ? null : [...new Set([...made, ...leftOut])],
    profile: readProfile(run.profile),
    form: oneTable ? "table" : "files",
    request: readBulkRequest(run),
  });
}

function assertPlan({ models, leftOut }: BulkPlan): void {
  if (models.length === 0) {
    const first = leftOut.find(({ asked }) => asked) ?? leftOut[0];
    const why =
      first === undefined
        ? t("There are no models.")
        : `${first.modelName ?? first.projectName}: ${told(first.reason)}.`;
    throw validation({}, say("No model can be exported now. {why} Nothing was started.", { why }));
  }
  if (models.length <= BULK_MODELS_MAX) return;
  throw validation(
    {},
    say(
      "{count} models were found; one export takes up to {max}. Nothing was started. Choose fewer models.",
      {
        count: models.length,
        max: BULK_MODELS_MAX,
      },
    ),
  );
}

async function insert(
  tx: Db,
  actor: Actor,
  order: Order & { classes: string[] },
  { models, leftOut }: BulkPlan,
): Promise<void> {
  const active = await tx.bulkRun.count({
    where: { actorId: actor.staffId, parts: { some: { state: { in: [...ACTIVE_EXPORT_STATES] } } } },
  });
  if (active >= ACTIVE_BULK_RUNS_MAX) {
    throw rateLimited(
      say(
        "{active} of your bulk exports are still running, the maximum. Nothing was started. Wait until an export finishes, or cancel one.",
        { active },
      ),
      { details: { href: "/exports/bulk", retryAfterSeconds: 60 } },
    );
  }
  const at = now();
  const { key, cloudId, projectId, classes, profile, form, request } = order;
  const author = { reference: actor.requestId, actorId: actor.staffId, actorName: actor.name };
  await tx.bulkRun.create({
    data: {
      id: key,
      cloudId,
      projectId,
      classes,
      profile,
      oneTable: form === "table",
      request,
      models: models.length + leftOut.filter(({ asked }) => asked).length,
      leftOut,
      ...author,
      createdAt: at,
    },
  });
  const { name: scopeName } =
    projectId === null
      ? await tx.cloud.findUniqueOrThrow({ where: { id: cloudId }, select: { name: true } })
      : await tx.project.findUniqueOrThrow({ where: { id: projectId }, select: { name: true } });
  const parts = makeParts(models, order, scopeName);
  await tx.exportRun.createMany({
    data: parts.map((part) => ({ ...part, bulkId: key, state: "QUEUED", ...author, createdAt: at })),
  });
  // Earlier parts get a higher priority: two bulk runs take turns instead of one waiting for the other to end.
  for (const [priority, { id }] of parts.entries())
    await addJob(tx, "portal.export-part", { runId: id }, { key: `export:${id}`, priority });
  await recordAudit(tx, {
    actor,
    action: "elements.export",
    objectType: "export",
    objectId: key,
    after: {
      name: scopeName,
      cloudId,
      projectId,
      classes,
      profile,
      form,
      view: request.view?.name ?? null,
      onLoss: request.onLoss,
      models: models.length,
      leftOut: leftOut.length,
    },
    outcome: "INTENDED",
  });
}

/**
 * Cancels the parts of a bulk run that have not ended; the run then offers no archive. An ended run stays unchanged.
 * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT when it has ended
 */
export async function cancelBulk(actor: Actor, bulkId: string): Promise<BulkRunView> {
  requirePermission(actor, "elements:export");
  await getDb().$transaction(async (tx) => {
    const run = await tx.bulkRun.findUnique({ where: { id: bulkId } });
    if (run === null) throw notFound(say("This bulk export"));
    if (!canCancelExport(actor, run)) {
      throw forbidden(
        say("{name} started this bulk export. Your role cannot cancel it, so it keeps running.", {
          name: run.actorName,
        }),
      );
    }
    const { count } = await tx.exportRun.updateMany({
      where: { bulkId, state: { in: [...ACTIVE_EXPORT_STATES] } },
      data: { state: "CANCELLED", cancelledBy: actor.name, endedAt: now(), runnerToken: null },
    });
    if (count === 0)
      throw conflict(say("This bulk export had ended before it could be cancelled. Nothing was changed."));
    await tx.bulkRun.update({ where: { id: bulkId }, data: { cancelledBy: actor.name } });
    await recordAudit(tx, {
      actor,
      action: "elements.cancel-export",
      objectType: "export",
      objectId: bulkId,
      after: { state: "CANCELLED", files: count },
    });
  });
  return getBulkRun(actor, bulkId);
}
