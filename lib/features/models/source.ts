/**
 * Where models and their elements come from: one project at its Cloud's service. Resolves registry ids; asks the service about a model,
 * never about elements.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { notFound } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { say } from "#lib/core/texts.ts";
import { getDb } from "#lib/db/client.ts";
import { rememberCapability, tryCapability } from "#lib/features/connections/capabilities.ts";
import { clientFor } from "#lib/features/connections/queries.ts";
import type { ReadOptions } from "#lib/service/client/calls/calling.ts";
import { ServiceError } from "#lib/service/client/errors.ts";
import type { Model } from "#lib/service/client/records.ts";
import type { ModelView } from "./schema.ts";
import { toModelView } from "./state.ts";

/** The source of a project for somebody who may read the portal. @throws AppError NOT_FOUND, FORBIDDEN */
export async function openModelSource(actor: Actor, projectId: string): Promise<ModelSource> {
  requirePermission(actor, "portal:read");
  return getModelSource(projectId);
}

/**
 * A project of the registry and how to reach it at its service.
 * @param cloudId when given, the project must be one of this cloud (registry row ids)
 * @throws AppError NOT_FOUND
 */
export async function getModelSource(projectId: string, cloudId?: string) {
  const isSound = isId(projectId) && (cloudId === undefined || isId(cloudId));
  const row = isSound
    ? await getDb().project.findFirst({
        where: { id: projectId, ...(cloudId === undefined ? {} : { cloudId }) },
        include: { cloud: { include: { connection: true } } },
      })
    : null;
  if (row === null) throw notFound(say("This project"));
  const { cloud } = row;
  return {
    cloudId: cloud.id,
    cloudName: cloud.name,
    projectId: row.id,
    projectName: row.name,
    connection: { id: cloud.connection.id, name: cloud.connection.name, kind: cloud.connection.kind },
    /** Ids at the service. */
    cloudServiceId: Number(cloud.serviceId),
    projectServiceId: Number(row.serviceId),
    client: clientFor(cloud.connection),
  };
}

export type ModelSource = Awaited<ReturnType<typeof getModelSource>>;

/**
 * The model as its service knows it now: from its own record where the service offers that, else from the list of models (docs/service
 * "List models"), which every service has.
 * @throws AppError NOT_FOUND when the service does not have it; ServiceError for every other failure
 */
export async function getModelRecord(
  source: ModelSource,
  modelId: number,
  options: ReadOptions = {},
): Promise<Model> {
  const { client, connection, cloudServiceId, projectServiceId } = source;
  const own = await findModelRecord(source, modelId, options);
  if (own !== null) return own;
  const models = await client.listModels(cloudServiceId, projectServiceId, options);
  const model = models.find((candidate) => candidate.id === modelId);
  if (model === undefined) throw notFound(say("This model"));
  await rememberCapability(connection.id, "getModel", false);
  return model;
}

/** The model's own record; null: there is none, or the service does not offer it. Only the list tells these apart. */
export async function findModelRecord(
  { client, connection, cloudServiceId, projectServiceId }: ModelSource,
  modelId: number,
  options: ReadOptions = {},
): Promise<Model | null> {
  try {
    const own = await tryCapability(connection.id, "getModel", () =>
      client.getModel(cloudServiceId, projectServiceId, modelId, options),
    );
    return own.isAnswered ? own.value : null;
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.kind === "notFound") return null;
    throw thrown;
  }
}

/** The same for people. @throws as `getModelRecord` */
export async function getModelAtService(
  source: ModelSource,
  modelId: number,
  signal?: AbortSignal,
): Promise<ModelView> {
  return toModelView(await getModelRecord(source, modelId, signal === undefined ? {} : { signal }));
}

/** Changes whenever the model does; an equal text means that an earlier answer is still valid. */
export function modelVersion(model: ModelView): string {
  return model.updatedAt ?? model.createdAt ?? "not stated";
}
