/**
 * The files of a plan's models: uploaded while it is a draft, kept until the service has them, removed a week after the plan's end. Rows
 * reference them, so an unreferenced file is unused.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { after } from "#lib/core/clock.ts";
import { AppError, conflict, notFound } from "#lib/core/errors.ts";
import { isId, newId } from "#lib/core/ids.ts";
import { say } from "#lib/core/texts.ts";
import { getDb, type Db, type Prisma, inTransaction } from "#lib/db/client.ts";
import { stored } from "#lib/db/stored-sentence.ts";
import { MODEL_BYTES_MAX } from "#lib/features/models/rules.ts";
import { getStorage } from "#lib/storage/instance.ts";
import { modelFieldsSchema, type ModelFields } from "./schema.ts";

const PREFIX = "plans";
const ENDED_DAYS = 7;

/**
 * Stores a model's file, replacing an earlier one. Streamed; a failure leaves nothing behind.
 * @throws AppError NOT_FOUND; CONFLICT when the plan is no longer a draft; the file store's error
 */
export async function attachFile(
  actor: Actor,
  file: {
    planId: string;
    stepId: string;
    content: AsyncIterable<Uint8Array>;
    sizeBytes: number | null;
    signal: AbortSignal;
  },
): Promise<{ sizeBytes: number }> {
  requirePermission(actor, "plan:run");
  const { planId, stepId, content, sizeBytes, signal } = file;
  const where = { id: stepId, planId, kind: "UPLOAD", plan: { state: "DRAFT" } } as const;
  const step = isId(stepId) && isId(planId) ? await getDb().planStep.findFirst({ where }) : null;
  if (step === null) throw notFound(say("This model of a draft"));
  const before = modelFieldsSchema.parse(step.fields);
  const storage = getStorage();
  if (sizeBytes !== null) await storage.assertRoom(sizeBytes);
  const fileKey = `${PREFIX}/${planId}/${newId()}`;
  const put = await storage.putStream(fileKey, content, { sizeMax: MODEL_BYTES_MAX, signal });
  const isEmpty = put.size === 0;
  const fields: ModelFields = { fileName: before.fileName, fileKey, sizeBytes: put.size };
  const isTaken = !isEmpty && (await inTransaction((tx) => takeFile(tx, where, fields)));
  if (!isTaken) {
    await storage.delete(fileKey);
    if (isEmpty) throw new AppError("VALIDATION", say("The file is empty. Nothing was kept."));
    throw conflict(say("The plan was started or discarded meanwhile. The file was not kept."));
  }
  if (before.fileKey !== null) await storage.delete(before.fileKey);
  return { sizeBytes: put.size };
}

/** What was rehearsed is of another file, and is forgotten. False when the plan is a draft no more. */
async function takeFile(
  tx: Db,
  where: Prisma.PlanStepWhereInput & { planId: string },
  fields: ModelFields,
): Promise<boolean> {
  // As every change of a draft does: nobody can start or rehearse it meanwhile.
  await tx.plan.updateMany({ where: { id: where.planId, state: "DRAFT" }, data: { state: "DRAFT" } });
  const taken = await tx.planStep.updateMany({ where, data: { fields, ...stored("detail", "") } });
  if (taken.count > 0) await tx.rehearsal.deleteMany({ where: { planId: where.planId } });
  return taken.count > 0;
}

/** The service has the file: the row loses its reference before the file is deleted. */
export async function dropFile(stepId: string, fields: ModelFields): Promise<void> {
  if (fields.fileKey === null) return;
  await getDb().planStep.update({ where: { id: stepId }, data: { fields: { ...fields, fileKey: null } } });
  await getStorage().delete(fields.fileKey);
}

/** Removes all files of a plan whose row was deleted, or whose rows no longer reference them. */
export function removePlanFiles(planId: string): Promise<void> {
  return getStorage().deletePrefix(`${PREFIX}/${planId}`);
}

/** Removes files of deleted plans, and of plans that ended more than a week ago. */
export async function sweepPlanFiles(): Promise<void> {
  for (const planId of await getStorage().listChildren(PREFIX)) {
    const plan = isId(planId) ? await getDb().plan.findUnique({ where: { id: planId } }) : null;
    const isOver = plan?.state === "ENDED" && plan.stateSince < after(-ENDED_DAYS * 24 * 3_600_000);
    if (plan !== null && !isOver) continue;
    for (const step of await getDb().planStep.findMany({ where: { planId, kind: "UPLOAD" } })) {
      const fields = { ...modelFieldsSchema.parse(step.fields), fileKey: null };
      await getDb().planStep.update({ where: { id: step.id }, data: { fields } });
    }
    await removePlanFiles(planId);
  }
}
