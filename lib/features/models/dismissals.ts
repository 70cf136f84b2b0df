/**
 * Dismissed failed models, which no longer need attention: a mark in this portal only. Nothing is sent or deleted at the service, and a
 * model that fails again reappears automatically (docs/decisions/0060).
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { now } from "#lib/core/clock.ts";
import { conflict, notFound } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { mapAtOnce } from "#lib/core/process/at-once.ts";
import { say } from "#lib/core/texts.ts";
import { getDb, inTransaction } from "#lib/db/client.ts";
import { recordAudit } from "#lib/audit/record.ts";
import { listDismissed } from "./dismissed.ts";
import { tryShowModels } from "./queries.ts";
import { hasFailed } from "./rules.ts";
import type { DismissModels, ModelView } from "./schema.ts";

const PROJECTS_AT_ONCE = 4;

type Chosen = DismissModels["models"][number];
type Found = { projectId: string; model: ModelView };

/** How many were changed, and how many were skipped because they have not failed (any more) or are gone. */
export type DismissalReport = { changed: number; left: number };

/**
 * Dismisses failed models, or shows them again, several at once. A model that already has the mark counts as changed.
 * @throws AppError FORBIDDEN; NOT_FOUND when none of them exists; CONFLICT when none of them has failed
 */
export async function dismissModels(actor: Actor, { models, to }: DismissModels): Promise<DismissalReport> {
  requirePermission(actor, "model:dismiss");
  return to === "dismiss" ? dismiss(actor, models) : showAgain(actor, models);
}

async function dismiss(actor: Actor, chosen: readonly Chosen[]): Promise<DismissalReport> {
  const found = await findChosen(actor, chosen);
  const failed = found.filter(({ model }) => hasFailed(model));
  if (failed.length === 0)
    throw found.length === 0
      ? notFound(say("A failed model"))
      : conflict(say("No chosen model is failed any more, so nothing was hidden."));
  const fresh: Found[] = [];
  for (const [projectId, own] of Map.groupBy(failed, (each) => each.projectId)) {
    const models = own.map(({ model }) => model);
    const known = new Set((await listDismissed(projectId, models)).map(({ modelId }) => modelId));
    fresh.push(...own.filter(({ model }) => !known.has(model.modelId)));
  }
  await inTransaction(async (tx) => {
    for (const { projectId, model } of fresh) {
      const key = { projectId, modelServiceId: BigInt(model.modelId) };
      const mark = {
        name: model.name,
        failedAt: model.updatedAt,
        error: model.errors[0] ?? null,
        actorName: actor.name,
        at: now(),
      };
      await tx.modelDismissal.upsert({
        where: { projectId_modelServiceId: key },
        create: { ...key, ...mark },
        update: mark,
      });
      await recordAudit(tx, {
        actor,
        action: "model.dismiss",
        objectType: "model",
        objectId: `${projectId}~${String(model.modelId)}`,
        after: { name: model.name, error: mark.error, failedAt: mark.failedAt },
      });
    }
  });
  return { changed: failed.length, left: chosen.length - failed.length };
}

/** The models as their services state them now, or stated them last; without those of projects that cannot be read. */
async function findChosen(actor: Actor, chosen: readonly Chosen[]): Promise<Found[]> {
  const byProject = [...Map.groupBy(chosen, ({ projectId }) => projectId)];
  const found = await mapAtOnce(byProject, PROJECTS_AT_ONCE, async ([projectId, own]) => {
    const wanted = new Set(own.map(({ modelId }) => modelId));
    const { models } = (await tryShowModels(actor, projectId)) ?? { models: [] };
    return models.filter(({ modelId }) => wanted.has(modelId)).map((model) => ({ projectId, model }));
  });
  return found.flat();
}

async function showAgain(actor: Actor, chosen: readonly Chosen[]): Promise<DismissalReport> {
  const keys = chosen
    .filter(({ projectId }) => isId(projectId))
    .map(({ projectId, modelId }) => ({ projectId, modelServiceId: BigInt(modelId) }));
  const marks = await getDb().modelDismissal.findMany({ where: { OR: keys } });
  if (marks.length === 0) throw notFound(say("A hidden model"));
  await inTransaction(async (tx) => {
    for (const { projectId, modelServiceId, name, error, failedAt } of marks) {
      const { count } = await tx.modelDismissal.deleteMany({ where: { projectId, modelServiceId } });
      if (count === 0) continue;
      await recordAudit(tx, {
        actor,
        action: "model.show-again",
        objectType: "model",
        objectId: `${projectId}~${String(modelServiceId)}`,
        after: { name, error, failedAt },
      });
    }
  });
  return { changed: marks.length, left: chosen.length - marks.length };
}
