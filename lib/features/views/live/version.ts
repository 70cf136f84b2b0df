/**
 * Which model a live address means at the time of a request. Decided once per request, so a file is of one version from first row to last,
 * whatever is uploaded meanwhile.
 */
import type { Actor } from "#lib/auth/actor.ts";
import { tryTo } from "#lib/core/log/try-to.ts";
import { getNewestVersion, type NewestVersion } from "#lib/features/models/versions.ts";
import type { LiveModel } from "../live-address.ts";

/**
 * The newest ready version; where none is ready, the last one, which the caller waits for.
 * @throws AppError NOT_FOUND, or what the service said
 */
export async function settleVersion(
  actor: Actor,
  { projectId, modelId, version }: LiveModel,
  signal?: AbortSignal,
): Promise<NewestVersion> {
  if (version === "fixed") return { modelId, series: null };
  return getNewestVersion(actor, projectId, modelId, { ifNoneIsReady: "last", ...(signal && { signal }) });
}

/** The same for a page, which shows the last known version when the service cannot be asked. */
export async function settleVersionForPage(actor: Actor, model: LiveModel): Promise<number> {
  const failed = "the newest version of a model could not be read";
  const settled = await tryTo(() => settleVersion(actor, model), failed, model);
  return settled?.modelId ?? model.modelId;
}
