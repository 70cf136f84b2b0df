/**
 * Where elements come from: one model of one project at its Cloud's service. Resolves registry ids; asks the service about the model, never
 * about elements.
 */
import { notFound } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { say } from "#lib/core/texts.ts";
import { getDb, type ConnectionKind } from "#lib/db/client.ts";
import { rememberCapability, tryCapability } from "#lib/features/connections/capabilities.ts";
import { clientFor } from "#lib/features/connections/queries.ts";
import type { ModelView } from "#lib/features/models/schema.ts";
import { toModelView } from "#lib/features/models/state.ts";
import { ServiceError } from "#lib/service/client/errors.ts";
import type { ServiceClient } from "#lib/service/client/service-client.ts";

/** A project of the registry and how to reach it at its service. */
export type ElementSource = {
  cloudId: string;
  cloudName: string;
  projectId: string;
  projectName: string;
  connection: { id: string; name: string; kind: ConnectionKind };
  /** Ids at the service. */
  cloudServiceId: number;
  projectServiceId: number;
  client: ServiceClient;
};

/**
 * @param cloudId when given, the project must be one of this cloud (registry row ids)
 * @throws AppError NOT_FOUND
 */
export async function getElementSource(projectId: string, cloudId?: string): Promise<ElementSource> {
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
    cloudServiceId: Number(cloud.serviceId),
    projectServiceId: Number(row.serviceId),
    client: clientFor(cloud.connection),
  };
}

/**
 * The model as its service knows it now: from its own record where the service offers that, else from the list of models (docs/service
 * "List models"), which every service has.
 * @throws AppError NOT_FOUND when the service does not have it; ServiceError for every other failure
 */
export async function getModelAtService(
  source: ElementSource,
  modelId: number,
  signal?: AbortSignal,
): Promise<ModelView> {
  const { client, connection, cloudServiceId, projectServiceId } = source;
  const options = signal === undefined ? {} : { signal };
  try {
    const own = await tryCapability(connection.id, "getModel", () =>
      client.getModel(cloudServiceId, projectServiceId, modelId, options),
    );
    if (own.isAnswered) return toModelView(own.value);
  } catch (thrown) {
    // 404 means either that there is no such model or that the service lacks the operation: the list decides.
    if (!(thrown instanceof ServiceError && thrown.kind === "notFound")) throw thrown;
  }
  const models = await client.listModels(cloudServiceId, projectServiceId, options);
  const model = models.find((candidate) => candidate.id === modelId);
  if (model === undefined) throw notFound(say("This model"));
  await rememberCapability(connection.id, "getModel", false);
  return toModelView(model);
}

/** Changes whenever the model does; an equal text means that an earlier answer is still valid. */
export function modelVersion(model: ModelView): string {
  return model.updatedAt ?? model.createdAt ?? "not stated";
}
