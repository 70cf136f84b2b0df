/**
 * Reads models from the service each time: only the service knows their state. A failure is an error with its reason, never an empty list.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { now } from "#lib/core/clock.ts";
import { AppError, notFound, tellError } from "#lib/core/errors.ts";
import { say, t } from "#lib/core/texts.ts";
import { READ_MS_MAX } from "#lib/features/clouds/reading.ts";
import { tryCapability } from "#lib/features/connections/capabilities.ts";
import { clientFor } from "#lib/features/connections/queries.ts";
import { getProjectModel } from "#lib/features/projects/queries.ts";
import { readModels } from "#lib/features/versions/reading.ts";
import { listSeries } from "#lib/features/versions/registry.ts";
import { presentVersions, type Series } from "#lib/features/versions/series.ts";
import { PAGE_RETRIES } from "#lib/http/retry.ts";
import { ServiceError, toPortalError } from "#lib/service/client/errors.ts";
import type { Model } from "#lib/service/client/records.ts";
import type { ReadOptions } from "#lib/service/client/calls/calling.ts";
import type { ServiceClient } from "#lib/service/client/service-client.ts";
import { listDismissed } from "./dismissed.ts";
import { recallModels, rememberModels } from "./remembered.ts";
import type { ModelClassCount, ModelsList, ModelsShown, ModelView } from "./schema.ts";
import { olderVersions, toModelView, withVersions } from "./state.ts";

/** Where a project's models are at their service. */
export type ModelPlace = {
  client: ServiceClient;
  projectId: string;
  connectionId: string;
  cloudId: string;
  cloudServiceId: number;
  projectServiceId: number;
};

/** The place of a project's models, for features that stream their elements. @throws AppError NOT_FOUND */
export async function getModelPlace(actor: Actor, projectId: string): Promise<ModelPlace> {
  requirePermission(actor, "portal:read");
  const project = await getProjectModel(projectId);
  return {
    client: clientFor(project.cloud.connection),
    projectId: project.id,
    connectionId: project.cloud.connectionId,
    cloudId: project.cloudId,
    cloudServiceId: Number(project.cloud.serviceId),
    projectServiceId: Number(project.serviceId),
  };
}

/** The models of a project, newest first. @throws AppError why they could not be read */
export async function listModels(actor: Actor, projectId: string, signal?: AbortSignal): Promise<ModelsList> {
  return readList(await getModelPlace(actor, projectId), signal === undefined ? {} : { signal });
}

/**
 * The models for a page: read within 8 s, or the service's last list with its age and the problem.
 * @throws AppError when the service answered that they cannot be read, or nothing is remembered
 */
export async function showModels(
  actor: Actor,
  projectId: string,
  signal?: AbortSignal,
): Promise<ModelsShown> {
  const place = await getModelPlace(actor, projectId);
  const timeOver = AbortSignal.timeout(READ_MS_MAX);
  try {
    const list = await readList(place, {
      signal: signal === undefined ? timeOver : AbortSignal.any([signal, timeOver]),
      retries: { ...PAGE_RETRIES, tries: 2, delayMsMax: 1_000 },
    });
    await rememberModels(projectId, list.models, list.readAt);
    return { ...list, trouble: null, dismissed: await listDismissed(projectId, list.models, list.readAt) };
  } catch (thrown) {
    const trouble = troubleOf(thrown);
    const recalled = trouble === null ? null : await recallModels(projectId);
    if (trouble === null || recalled === null) throw thrown;
    // Retried automatically until the service answers again.
    const older = olderVersions(recalled.models, await listSeries(projectId));
    const dismissed = await listDismissed(projectId, recalled.models);
    return { ...recalled, older, isChanging: true, trouble, dismissed };
  }
}

async function readList(place: ModelPlace, options: ReadOptions): Promise<ModelsList> {
  const { models: found, series } = await ask(() => readModels(place, options));
  const listed = found.map(toModelView).filter((model) => model.state !== "deleted");
  const newest = await ask(() => readUnlisted(place, listed, series, options));
  const models = withVersions([...listed, ...newest], series).sort((a, b) => b.modelId - a.modelId);
  const isChanging = models.some((model) => model.state === "waiting" || model.state === "running");
  return { models, older: olderVersions(models, series), readAt: now(), isChanging };
}

/** Older versions read for one list, which is requested every few seconds. */
const UNLISTED_MAX = 10;

/**
 * The newest ready versions of series whose last version is not ready: services with versions list only the last one, and until it is ready
 * people work with the one before it.
 */
async function readUnlisted(
  place: ModelPlace,
  listed: readonly ModelView[],
  series: readonly Series[],
  options: ReadOptions,
): Promise<ModelView[]> {
  const found: ModelView[] = [];
  for (const one of series) {
    for (const { modelId } of presentVersions(one)) {
      const known = listed.find((model) => model.modelId === modelId);
      if (known === undefined && found.length === UNLISTED_MAX) return found;
      const model = known ?? (await readVersion(place, modelId, options));
      if (model !== null && known === undefined) found.push(model);
      if (model?.isQueryable === true) break;
    }
  }
  return found;
}

/** A version that the service does not list; null where it does not exist, or the service reads no single models. @throws ServiceError */
export async function readVersion(
  place: ModelPlace,
  modelId: number,
  options: ReadOptions = {},
): Promise<ModelView | null> {
  const direct = await findDirect(place, modelId, options);
  if (direct === null) return null;
  const view = toModelView(direct);
  return view.state === "deleted" ? null : view;
}

/** Answers about this project; all other errors concern the service, the network or the credentials. */
const ANSWERS = new Set(["notFound", "forbidden"]);

function troubleOf(thrown: unknown): string | null {
  if (!(thrown instanceof AppError) || !(thrown.cause instanceof ServiceError)) return null;
  if (thrown.cause.kind === "cancelled") return t("The service did not answer in time.");
  return ANSWERS.has(thrown.cause.kind) ? null : tellError(thrown);
}

/** One model: read by its number where the service offers that, else found in the list. @throws AppError NOT_FOUND … */
export async function getModel(actor: Actor, projectId: string, modelId: number): Promise<ModelView> {
  const place = await getModelPlace(actor, projectId);
  const { client, cloudServiceId, projectServiceId } = place;
  return ask(async () => {
    const direct = await findDirect(place, modelId);
    if (direct !== null) return toModelView(direct);
    const listed = await client.listModels(cloudServiceId, projectServiceId);
    const found = listed.find((model) => model.id === modelId);
    if (found === undefined) throw notFound(say("This model"));
    return toModelView(found);
  });
}

/** Null: not found, or the service does not read single models; the list decides. */
async function findDirect(
  place: ModelPlace,
  modelId: number,
  options: ReadOptions = {},
): Promise<Model | null> {
  try {
    const answer = await tryCapability(place.connectionId, "getModel", () =>
      place.client.getModel(place.cloudServiceId, place.projectServiceId, modelId, options),
    );
    return answer.isAnswered ? answer.value : null;
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.kind === "notFound") return null;
    throw thrown;
  }
}

/** The classes of a model with their counts, null where the service does not count them. @throws AppError */
export async function listClasses(
  actor: Actor,
  projectId: string,
  modelId: number,
): Promise<ModelClassCount[] | null> {
  const place = await getModelPlace(actor, projectId);
  return ask(async () => {
    const classes = await tryCapability(place.connectionId, "listClasses", () =>
      place.client.listClasses(place.cloudServiceId, place.projectServiceId, modelId),
    );
    return classes.isAnswered ? classes.value : null;
  });
}

async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (thrown) {
    throw toPortalError(thrown);
  }
}
