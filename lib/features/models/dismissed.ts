/** Which of a project's failed models were dismissed. Reads marks, and removes those whose failure is over; dismissals.ts creates them. */
import { getDb, type ModelDismissalModel } from "#lib/db/client.ts";
import { hasFailed } from "./rules.ts";
import type { DismissedModel, ModelView } from "./schema.ts";

/**
 * Those of these models whose current failure was dismissed.
 * @param readAt when the service gave this list, which must be complete: older marks whose failure is over are removed, so that a service
 * without times cannot hide a new failure behind an older mark; absent: nothing is removed
 */
export async function listDismissed(
  projectId: string,
  models: readonly ModelView[],
  readAt?: Date,
): Promise<DismissedModel[]> {
  const marks = await getDb().modelDismissal.findMany({
    where: { projectId },
    orderBy: { modelServiceId: "asc" },
  });
  if (marks.length === 0) return [];
  const byId = new Map(models.map((model) => [BigInt(model.modelId), model]));
  const isOver = (mark: ModelDismissalModel): boolean => !isOf(mark, byId.get(mark.modelServiceId));
  const over = marks.filter(isOver).map(({ modelServiceId }) => modelServiceId);
  if (readAt !== undefined && over.length > 0)
    await getDb().modelDismissal.deleteMany({
      where: { projectId, modelServiceId: { in: over }, at: { lt: readAt } },
    });
  return marks
    .filter((mark) => !isOver(mark))
    .map(({ modelServiceId, actorName, at }) => ({
      modelId: Number(modelServiceId),
      by: actorName,
      at: at.toISOString(),
    }));
}

/** Whether the mark is for the model's current failure; the overview asks the same in SQL (lib/features/overview/failed-models.ts). */
function isOf(mark: ModelDismissalModel, model: ModelView | undefined): boolean {
  if (model === undefined || !hasFailed(model)) return false;
  return mark.failedAt === model.updatedAt && mark.error === (model.errors[0] ?? null);
}
