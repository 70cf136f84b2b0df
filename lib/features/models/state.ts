/**
 * The service's status letters as states and words (docs/service "Model"). Pure; lists of models are remembered, so words are in English
 * here and translated where they are shown.
 */
import { msg } from "#lib/core/texts.ts";
import {
  lastVersion,
  newestVersionOf,
  presentVersions,
  seriesOf,
  shownNewestOf,
  type Series,
  type Version,
} from "#lib/features/versions/series.ts";
import type { Model } from "#lib/service/client/records.ts";
import type { ModelState } from "./rules.ts";
import type { ModelView, OlderVersions } from "./schema.ts";

const STATES: Record<string, ModelState> = {
  P: "waiting",
  W: "waiting",
  I: "running",
  C: "ready",
  E: "failed",
  X: "wontFix",
  D: "deleted",
};

const WORDS: Record<ModelState, string> = {
  waiting: msg("Waiting"),
  running: msg("In process"),
  ready: msg("Ready"),
  failed: msg("Failed"),
  wontFix: msg("Failed at the service"),
  deleted: msg("Deleted"),
  unstated: msg("State not stated"),
};

/** A model for people. */
export function toModelView(model: Model): ModelView {
  const state = STATES[model.status ?? ""] ?? "unstated";
  const isIfc = model.type === null || model.type === "IFC";
  return {
    modelId: model.id,
    name: model.name ?? model.fileName ?? `Model ${String(model.id)}`,
    fileName: model.fileName,
    fileBytes: model.fileBytes,
    type: model.type,
    schema: model.schema,
    state,
    stateWords: WORDS[state],
    errors: model.errors,
    warnings: model.warnings,
    progress: model.progress,
    createdAt: model.createdAt,
    updatedAt: model.updatedAt,
    isArchived: model.isArchived,
    // If a service states no status, only a request can tell.
    isQueryable: isIfc && (state === "ready" || state === "unstated"),
    version: null,
  };
}

/** The same models with what is known of their series. */
export function withVersions(models: readonly ModelView[], all: readonly Series[]): ModelView[] {
  const states = new Map(models.map((model) => [model.modelId, model]));
  return models.map((model) => {
    const series = seriesOf(all, model.modelId);
    const own = series?.versions.find(({ modelId }) => modelId === model.modelId);
    if (series === null || own === undefined) return model;
    const newest = newestVersionOf(series, (modelId) => states.get(modelId)?.isQueryable === true);
    const last = lastVersion(series);
    const isLast = last === own;
    const version = {
      seriesId: series.id,
      number: own.number,
      count: presentVersions(series).length,
      isNewest: shownNewest(series, states) === own,
      leads: newest === null ? isLast : newest === own,
      isLast,
    };
    return { ...model, version };
  });
}

/** The version of a series that pages call the newest. */
export function shownNewest(series: Series, states: ReadonlyMap<number, ModelView>): Version | null {
  const stateOf = (modelId: number): ModelState | undefined => states.get(modelId)?.state;
  return shownNewestOf(series, {
    readable: (modelId) => states.get(modelId)?.isQueryable === true,
    inProcess: (modelId) => stateOf(modelId) === "waiting" || stateOf(modelId) === "running",
  });
}

/** The versions before the leading ones; people unfold them. */
export function olderVersions(models: readonly ModelView[], all: readonly Series[]): OlderVersions[] {
  return all.flatMap((series): OlderVersions[] => {
    const leader = models.find(({ version }) => version?.leads === true && version.seriesId === series.id);
    const present = presentVersions(series);
    const place = present.findIndex(({ modelId }) => modelId === leader?.modelId);
    const older = place === -1 ? [] : present.slice(place + 1);
    if (older.length === 0) return [];
    const versions = older.map(({ modelId, number, fileName, addedAt }) => ({
      modelId,
      number,
      fileName,
      addedAt: addedAt?.toISOString() ?? null,
    }));
    return [{ seriesId: series.id, versions }];
  });
}

/**
 * The models in list order: a series has the position of its last version; its newest ready version comes first, followed by those not
 * ready yet or failed; older ones are left out.
 */
export function leadingFirst(models: readonly ModelView[], older: readonly OlderVersions[]): ModelView[] {
  const folded = new Set(older.flatMap(({ versions }) => versions.map(({ modelId }) => modelId)));
  const shown = models.filter(({ modelId }) => !folded.has(modelId));
  const groups = Map.groupBy(shown, ({ modelId, version }) => version?.seriesId ?? String(modelId));
  return [...groups.values()].flatMap((group) =>
    group.toSorted(
      (one, other) => Number(other.version?.leads ?? false) - Number(one.version?.leads ?? false),
    ),
  );
}
