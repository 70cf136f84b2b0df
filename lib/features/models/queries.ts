/**
 * Reads models from the service each time: only the service knows their state. A failure is an error with its reason, never an empty list.
 */
import type { Actor } from "#lib/auth/actor.ts";
import { now } from "#lib/core/clock.ts";
import { AppError, tellError } from "#lib/core/errors.ts";
import { t } from "#lib/core/texts.ts";
import { LIST_RETRIES, READ_MS_MAX } from "#lib/features/clouds/shared-reading.ts";
import { readModels } from "#lib/features/versions/reading.ts";
import { listSeries } from "#lib/features/versions/registry.ts";
import { presentVersions, type Series } from "#lib/features/versions/series.ts";
import { ServiceError, forPortal } from "#lib/service/client/errors.ts";
import type { ReadOptions } from "#lib/service/client/calls/calling.ts";
import { listDismissed } from "./dismissed.ts";
import { recallModels, rememberModels } from "./remembered.ts";
import type { ModelsList, ModelsShown, ModelView } from "./schema.ts";
import { findModelRecord, openModelSource, type ModelSource } from "./source.ts";
import { olderVersions, toModelView, withVersions } from "./state.ts";

/** The models of a project, newest first. @throws AppError why they could not be read */
export async function listModels(actor: Actor, projectId: string): Promise<ModelsList> {
  return readList(await openModelSource(actor, projectId), {});
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
  const place = await openModelSource(actor, projectId);
  const timeOver = AbortSignal.timeout(READ_MS_MAX);
  try {
    const list = await readList(place, {
      signal: signal === undefined ? timeOver : AbortSignal.any([signal, timeOver]),
      retries: LIST_RETRIES,
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

/** The same where the page can do without them: null when they could not be read. */
export async function tryShowModels(actor: Actor, projectId: string): Promise<ModelsShown | null> {
  try {
    return await showModels(actor, projectId);
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.expected) return null;
    throw thrown;
  }
}

async function readList(place: ModelSource, options: ReadOptions): Promise<ModelsList> {
  const { models: found, series } = await forPortal(() => readModels(place, options));
  const listed = found.map(toModelView).filter((model) => model.state !== "deleted");
  const newest = await forPortal(() => readUnlisted(place, listed, series, options));
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
  place: ModelSource,
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
  place: ModelSource,
  modelId: number,
  options: ReadOptions = {},
): Promise<ModelView | null> {
  const direct = await findModelRecord(place, modelId, options);
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
