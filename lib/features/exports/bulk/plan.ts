/**
 * Which models a bulk run takes. Asks the service at the start, so that models that are not ready, missing or unreadable are named from the
 * beginning. Starts nothing.
 */
import type { Actor } from "#lib/auth/actor.ts";
import { AppError, validation } from "#lib/core/errors.ts";
import { kept } from "#lib/core/language/kept-texts.ts";
import { mapAtOnce } from "#lib/core/process/at-once.ts";
import { say } from "#lib/core/texts.ts";
import { getDb } from "#lib/db/client.ts";
import { listModels } from "#lib/features/models/queries.ts";
import type { ModelView } from "#lib/features/models/schema.ts";
import { BULK_PROJECTS_MAX, type LeftOut } from "../bulk-schema.ts";

const PROJECTS_AT_ONCE = 4;
/** Of what a service says about a model. */
const WHY_LENGTH_MAX = 500;

export type PlannedModel = { projectId: string; modelId: number; modelName: string };

export type BulkPlan = { models: PlannedModel[]; leftOut: LeftOut[] };

type Project = { id: string; name: string };

/**
 * Asks for the models of some projects.
 * @param chosen the service's ids of the wanted models; null: all, of each series the newest version
 */
export async function planBulk(
  actor: Actor,
  projects: readonly Project[],
  chosen: readonly number[] | null,
): Promise<BulkPlan> {
  const plans = await mapAtOnce(projects, PROJECTS_AT_ONCE, (project) => planProject(actor, project, chosen));
  return { models: plans.flatMap(({ models }) => models), leftOut: plans.flatMap(({ leftOut }) => leftOut) };
}

async function planProject(
  actor: Actor,
  project: Project,
  chosen: readonly number[] | null,
): Promise<BulkPlan> {
  const left = (modelId: number | null, modelName: string | null, reason: string, asked = true): LeftOut => ({
    projectName: project.name,
    modelId,
    modelName,
    reason,
    asked,
  });
  let found: ModelView[];
  try {
    found = (await listModels(actor, project.id)).models;
  } catch (thrown) {
    if (!(thrown instanceof AppError && thrown.expected)) throw thrown;
    return {
      models: [],
      leftOut: [left(null, null, kept("its models could not be read. {why}", { why: thrown.message }))],
    };
  }
  const isAsked = (model: ModelView): boolean =>
    chosen === null ? model.version?.leads !== false : chosen.includes(model.modelId);
  const known = new Set(found.map(({ modelId }) => modelId));
  const gone = (chosen ?? []).filter((modelId) => !known.has(modelId));
  return {
    models: found
      .filter((model) => model.isQueryable && isAsked(model))
      .map(({ modelId, name }) => ({ projectId: project.id, modelId, modelName: name })),
    leftOut: [
      // Also names models that could not be chosen: whoever chose everything on offer would otherwise believe that there are no others.
      ...found
        .filter((model) => !model.isQueryable && (isAsked(model) || isUnready(model)))
        .map((model) => left(model.modelId, model.name, reasonOf(model), isAsked(model))),
      ...gone.map((modelId) => left(modelId, null, kept("it is no longer at the service"))),
    ],
  };
}

/** Failed or in process. Only IFC models have anything to export, and nobody misses an older version. */
function isUnready({ type, isArchived, version }: ModelView): boolean {
  return (type === null || type === "IFC") && !isArchived && version?.leads !== false;
}

function reasonOf({ type, stateWords, errors: [why] }: ModelView): string {
  if (type !== null && type !== "IFC") return kept("a model of type {type} has no elements", { type });
  return why === undefined
    ? kept("its state at the service is “{state}”", { state: stateWords })
    : kept("its state at the service is “{state}”: {why}", {
        state: stateWords,
        why: why.slice(0, WHY_LENGTH_MAX).toWellFormed(),
      });
}

/**
 * The projects of a bulk run: one, or all current ones of the Cloud.
 * @throws AppError VALIDATION when the Cloud has more than one run may take
 */
export async function listBulkProjects(cloudId: string, projectId: string | null): Promise<Project[]> {
  const projects = await getDb().project.findMany({
    where: { cloudId, ...(projectId === null ? { missingSince: null } : { id: projectId }) },
    orderBy: [{ sortName: "asc" }, { id: "asc" }],
    take: BULK_PROJECTS_MAX + 1,
    select: { id: true, name: true },
  });
  if (projects.length <= BULK_PROJECTS_MAX) return projects;
  throw validation(
    {},
    say(
      "This Cloud has more than {max} projects, too many for one export. Nothing was started. Export the projects one by one.",
      { max: BULK_PROJECTS_MAX },
    ),
  );
}
