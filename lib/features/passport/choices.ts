/** Models that a passport can be compared with. Shared with client code. */
import { t } from "#lib/core/texts.ts";
import type { ModelsList } from "#lib/features/models/schema.ts";
import type { ModelChoice } from "./schema.ts";

/** The project's other models whose elements can be read, then older versions that its service does not list. */
export function listChoices(
  projectId: string,
  { models, older }: Pick<ModelsList, "models" | "older">,
  without: number | null,
): ModelChoice[] {
  const listed = models
    .filter(({ isQueryable }) => isQueryable)
    .map(({ modelId, name }) => ({ projectId, modelId, name }));
  const known = new Set(models.map(({ modelId }) => modelId));
  const unlisted = older
    .flatMap(({ versions }) => versions)
    .filter(({ modelId }) => !known.has(modelId))
    .map(({ modelId, number, fileName }) => ({
      projectId,
      modelId,
      name: t("{fileName} (version {number})", { fileName, number }),
    }));
  return [...listed, ...unlisted].filter(({ modelId }) => modelId !== without);
}

/** The previous version of a model, the usual choice for a comparison; null where it is the first, or not a version of a series. */
export function findVersionBefore(
  choices: readonly ModelChoice[],
  { models, older }: Pick<ModelsList, "models" | "older">,
  modelId: number,
): ModelChoice | null {
  const leader = models.find((model) => model.modelId === modelId && model.version?.leads === true);
  for (const { seriesId, versions } of older) {
    const isLed = leader?.version?.seriesId === seriesId;
    const place = versions.findIndex((version) => version.modelId === modelId);
    if (!isLed && place === -1) continue;
    const before = versions[place + 1];
    return choices.find((choice) => choice.modelId === before?.modelId) ?? null;
  }
  return null;
}
