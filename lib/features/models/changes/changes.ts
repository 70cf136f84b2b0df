/**
 * Renames, reprocesses and deletes models, at services that offer it (docs/service "Neighbouring operations"). Each model is a separate
 * change: recorded in the audit before it is sent, and with its outcome afterwards (clouds/service-change.ts).
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { recordAudit } from "#lib/audit/record.ts";
import { AppError, notFound, tellError, parseInput } from "#lib/core/errors.ts";
import { mapAtOnce } from "#lib/core/process/at-once.ts";
import { say, t } from "#lib/core/texts.ts";
import { inTransaction } from "#lib/db/client.ts";
import {
  auditOf,
  mayHaveBeenDone,
  sendChange,
  type ServiceChange,
} from "#lib/features/clouds/service-change.ts";
import { getProjectModel } from "#lib/features/projects/queries.ts";
import { readModels } from "#lib/features/versions/reading.ts";
import { ServiceError, forPortal } from "#lib/service/client/errors.ts";
import type { ServiceClient } from "#lib/service/client/service-client.ts";
import { readVersion } from "../queries.ts";
import { renameModelSchema, type ModelResult, type ModelView, type RenameModel } from "../schema.ts";
import { openModelSource } from "../source.ts";
import { toModelView } from "../state.ts";
import { verdictOf, type ModelAct } from "../rules.ts";

const AT_ONCE = 4;

type Project = Awaited<ReturnType<typeof getProjectModel>>;
type Numbers = { cloudId: number; projectId: number };

/**
 * Deletes or reprocesses models; a problem with one does not stop the others. Returns a result for each, in the given order.
 * @throws AppError FORBIDDEN; NOT_FOUND for the project; why its models could not be read
 */
export async function changeModels(
  actor: Actor,
  projectId: string,
  modelIds: readonly number[],
  act: ModelAct,
): Promise<ModelResult[]> {
  requirePermission(actor, act === "delete" ? "registry:delete" : "registry:change");
  const project = await getProjectModel(projectId);
  const known = await findModels(actor, project.id, modelIds);
  return mapAtOnce([...new Set(modelIds)], AT_ONCE, (modelId) =>
    changeOne(actor, project, known.get(modelId) ?? null, { modelId, act }),
  );
}

/**
 * Renames a model.
 * @throws AppError VALIDATION; CONFLICT where the service does not offer it; NOT_FOUND; FORBIDDEN; UPSTREAM, which says whether anything
 * was done
 */
export async function renameModel(actor: Actor, input: RenameModel): Promise<{ name: string }> {
  requirePermission(actor, "registry:change");
  const { model: ref, name } = parseInput(renameModelSchema, input);
  const project = await getProjectModel(ref.projectId);
  const model = (await findModels(actor, project.id, [ref.modelId])).get(ref.modelId);
  if (model === undefined) throw notFound(say("This model"));
  if (model.name === name) return { name };
  const change = describe(project, model, "changeModel", { name });
  await send(actor, project, change, (client, at) =>
    client.changeModel(at.cloudId, at.projectId, model.modelId, { name }),
  );
  return { name };
}

/** As the service states them now; older versions, which it need not list, one by one. */
async function findModels(
  actor: Actor,
  projectId: string,
  modelIds: readonly number[],
): Promise<Map<number, ModelView>> {
  const place = await openModelSource(actor, projectId);
  return forPortal(async () => {
    const { models } = await readModels(place);
    const found = new Map(models.map(toModelView).map((model) => [model.modelId, model]));
    for (const modelId of modelIds) {
      if (found.has(modelId)) continue;
      const version = await readVersion(place, modelId);
      if (version !== null) found.set(modelId, version);
    }
    return found;
  });
}

async function changeOne(
  actor: Actor,
  project: Project,
  model: ModelView | null,
  { modelId, act }: { modelId: number; act: ModelAct },
): Promise<ModelResult> {
  if (model === null) return { modelId, is: "left", words: t("The model is not there any more.") };
  const verdict = verdictOf(act, model);
  if (verdict !== null) return { modelId, is: "left", words: verdict };
  const capability = act === "delete" ? "deleteModel" : "reprocessModel";
  try {
    await send(actor, project, describe(project, model, capability, null), (client, at) =>
      client[capability](at.cloudId, at.projectId, modelId),
    );
    return { modelId, is: "done", words: null };
  } catch (thrown) {
    if (!(thrown instanceof AppError) || !thrown.expected) throw thrown;
    if (thrown.code === "NOT_FOUND")
      return { modelId, is: "left", words: t("The model is not there any more.") };
    const isUncertain = thrown.cause instanceof ServiceError && mayHaveBeenDone(thrown.cause);
    return { modelId, is: isUncertain ? "unknown" : "refused", words: tellError(thrown) };
  }
}

async function send<T>(
  actor: Actor,
  project: Project,
  change: ServiceChange,
  call: (client: ServiceClient, at: Numbers) => Promise<T>,
): Promise<void> {
  const at = { cloudId: Number(project.cloud.serviceId), projectId: Number(project.serviceId) };
  await sendChange(actor, change, (client) => call(client, at)).catch((thrown: unknown) => {
    if (thrown instanceof ServiceError && thrown.kind === "notFound") throw notFound(say("This model"));
    throw thrown;
  });
  await inTransaction((tx) => recordAudit(tx, auditOf(actor, change, "DONE")));
}

const ACTIONS = {
  changeModel: "model.change",
  reprocessModel: "model.process-again",
  deleteModel: "model.delete",
} as const;

function describe(
  project: Project,
  { modelId, name, stateWords }: ModelView,
  capability: keyof typeof ACTIONS,
  after: { name: string } | null,
): ServiceChange {
  return {
    connection: project.cloud.connection,
    capability,
    list: "getModel",
    action: ACTIONS[capability],
    objectType: "model",
    objectId: `${project.id}~${String(modelId)}`,
    before: { name, state: stateWords },
    after,
    subject: say("The model “{name}”", { name }),
    instead: say("Use its platform."),
  };
}
