/** Versions of a model for people and programs: the newest one, and the history of a series. */
import type { Actor } from "#lib/auth/actor.ts";
import { conflict } from "#lib/core/errors.ts";
import { tryTo } from "#lib/core/log/try-to.ts";
import { say } from "#lib/core/texts.ts";
import { readModels } from "#lib/features/versions/reading.ts";
import { presentVersions, seriesOf, type Series, type Version } from "#lib/features/versions/series.ts";
import { forPortal, toPortalError } from "#lib/service/client/errors.ts";
import { readVersion } from "./queries.ts";
import type { ModelView } from "./schema.ts";
import { openModelSource, type ModelSource } from "./source.ts";
import { shownNewest, toModelView } from "./state.ts";
import { findUploaders } from "./uploaders.ts";

/** States read one by one for one page. */
const READ_MAX = 25;
const AGAIN_SECONDS = 60;

export type NewestVersion = {
  modelId: number;
  /** Null: the model is not a version of a series. */
  series: { id: string; number: number; count: number } | null;
};

/**
 * The newest ready version of the series that a model belongs to, by its service now. Whoever wants "the newest" asks once and keeps using
 * that model, so that all results are of one version.
 * @param modelId any version of the series, even a deleted one
 * @param ifNoneIsReady "last": the last existing version, in any state
 * @throws AppError CONFLICT when no version is ready; NOT_FOUND; why the models could not be read
 */
export async function getNewestVersion(
  actor: Actor,
  projectId: string,
  modelId: number,
  { signal, ifNoneIsReady = "refuse" }: { signal?: AbortSignal; ifNoneIsReady?: "refuse" | "last" } = {},
): Promise<NewestVersion> {
  const place = await openModelSource(actor, projectId);
  const options = signal === undefined ? {} : { signal };
  try {
    const { models, series: all } = await readModels(place, options);
    const series = seriesOf(all, modelId);
    if (series === null) return { modelId, series: null };
    const present = presentVersions(series);
    const found = ({ modelId: id, number }: Version): NewestVersion => ({
      modelId: id,
      series: { id: series.id, number, count: present.length },
    });
    const listed = models.map(toModelView);
    for (const version of present) {
      const id = version.modelId;
      const model = listed.find((one) => one.modelId === id) ?? (await readVersion(place, id, options));
      if (model?.isQueryable === true) return found(version);
    }
    const [last] = present;
    if (last !== undefined && ifNoneIsReady === "last") return found(last);
  } catch (thrown) {
    throw toPortalError(thrown);
  }
  throw conflict(
    say("No version of this model is ready at the service, so there is no newest version. Try again later."),
    { details: { retryAfterSeconds: AGAIN_SECONDS } },
  );
}

/** `processedAgain`: the newest, while its service processes it again; `notReady`: in process for the first time, or failed. */
export type VersionStanding = "newest" | "processedAgain" | "notNewest" | "notReady";

/**
 * The history of a model's series, for its page; null where the model has no series or the service cannot be asked: the page shows the
 * model anyway.
 */
export async function showVersions(
  actor: Actor,
  projectId: string,
  modelId: number,
): Promise<VersionsView | null> {
  const read = () => forPortal(() => readVersions(actor, projectId, modelId));
  return tryTo(read, "the versions of a model could not be read", { projectId, modelId });
}

async function readVersions(actor: Actor, projectId: string, modelId: number) {
  const place = await openModelSource(actor, projectId);
  const { models, series: all } = await readModels(place);
  const series = seriesOf(all, modelId);
  if (series === null) return null;
  const states = await readStates(place, series, models.map(toModelView));
  const newest = shownNewest(series, states);
  const uploaders = await findUploaders(
    place,
    series.versions.filter(({ addedByName }) => addedByName === null),
  );
  const versions = series.versions.map((version) => toView(version, states, newest, uploaders));
  const own = versions.find((version) => version.modelId === modelId);
  if (own === undefined) return null;
  return {
    /** Of the requested model. */
    modelId,
    number: own.number,
    isNewest: own.isNewest,
    standing: standingOf(own, newest, states),
    /** Null: no version was ever ready. */
    newest:
      newest === null
        ? null
        : { modelId: newest.modelId, number: newest.number, isReady: isReady(newest.modelId, states) },
    /** All versions ever, the last one first. */
    versions,
  };
}

export type VersionsView = NonNullable<Awaited<ReturnType<typeof readVersions>>>;

const isReady = (modelId: number, states: ReadonlyMap<number, ModelView>): boolean =>
  states.get(modelId)?.isQueryable === true;

function standingOf(
  own: VersionView,
  newest: Version | null,
  states: ReadonlyMap<number, ModelView>,
): VersionStanding {
  if (own.modelId === newest?.modelId) return isReady(own.modelId, states) ? "newest" : "processedAgain";
  return own.isGone || isReady(own.modelId, states) ? "notNewest" : "notReady";
}

async function readStates(
  place: ModelSource,
  series: Series,
  listed: readonly ModelView[],
): Promise<Map<number, ModelView>> {
  const states = new Map(listed.map((model) => [model.modelId, model]));
  const unlisted = presentVersions(series).filter((version) => !states.has(version.modelId));
  const read = unlisted.slice(0, READ_MAX).map(async ({ modelId }) => readVersion(place, modelId));
  for (const model of await Promise.all(read)) if (model !== null) states.set(model.modelId, model);
  return states;
}

function toView(
  version: Version,
  states: ReadonlyMap<number, ModelView>,
  newest: Version | null,
  uploaders: ReadonlyMap<number, string>,
) {
  const { modelId, number, fileName, addedAt, missingSince } = version;
  const model = states.get(modelId);
  return {
    modelId,
    number,
    fileName,
    /** Null: it was added elsewhere, or who did is not known. */
    addedByName: version.addedByName ?? uploaders.get(modelId) ?? null,
    addedAt: addedAt?.toISOString() ?? null,
    /** Null: no longer at the service, or not read. */
    state: model === undefined ? null : { is: model.state, words: model.stateWords },
    isGone: missingSince !== null,
    isNewest: version === newest,
  };
}

export type VersionView = ReturnType<typeof toView>;
