/** Which model an upload replaces as the last version of its series, and the guard that nobody else replaces it meanwhile. */
import type { Actor } from "#lib/auth/actor.ts";
import { conflict, notFound } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";
import type { Db } from "#lib/db/client.ts";
import { dateOf } from "#lib/features/clouds/list-adoption.ts";
import { fileNameOf, readModels } from "#lib/features/versions/reading.ts";
import { listSeries, lockSeries } from "#lib/features/versions/registry.ts";
import { lastVersion, seriesOf } from "#lib/features/versions/series.ts";
import { forPortal } from "#lib/service/client/errors.ts";
import { openModelSource } from "./source.ts";
import type { Replaced } from "./operation.ts";

/**
 * The model to be replaced, after asking its service for versions that appeared there.
 * @throws AppError NOT_FOUND, or why the models could not be read
 */
export async function findReplaced(actor: Actor, projectId: string, modelId: number): Promise<Replaced> {
  const place = await openModelSource(actor, projectId);
  const { models, series } = await forPortal(() => readModels(place));
  const listed = models.find(({ id }) => id === modelId);
  if (listed !== undefined) {
    const { documentId, createdAt } = listed;
    const addedAt = dateOf(createdAt)?.toISOString() ?? null;
    return { modelId, documentId, fileName: fileNameOf(listed), addedAt };
  }
  // Already replaced, and the service lists only last versions: the journal answers whoever sends the same form again.
  const known = seriesOf(series, modelId)?.versions.find((version) => version.modelId === modelId);
  if (known === undefined) throw notFound(say("This model"));
  const { documentId, fileName, addedAt } = known;
  return { modelId, documentId, fileName, addedAt: addedAt?.toISOString() ?? null };
}

/**
 * Passes when the model is still the last version, and keeps it so until the transaction ends.
 * @throws AppError CONFLICT with the version that came in between
 */
export async function requireLast(
  tx: Db,
  { id: projectId, cloudId }: { id: string; cloudId: string },
  modelId: number,
): Promise<void> {
  await lockSeries(projectId, tx);
  const series = seriesOf(await listSeries(projectId, tx), modelId);
  const last = series === null ? null : lastVersion(series);
  if (last === null || last.modelId === modelId) return;
  const { number, fileName, addedByName: name } = last;
  const words =
    name === null
      ? say(
          "Version {number}, “{fileName}”, was added elsewhere in the meantime. Nothing was sent. Check that version, then upload your file as the next version.",
          { number, fileName },
        )
      : say(
          "{name} uploaded version {number}, “{fileName}”, in the meantime. Nothing was sent. Check that version, then upload your file as the next version.",
          { name, number, fileName },
        );
  throw conflict(words, {
    details: { href: `/clouds/${cloudId}/projects/${projectId}/models/${String(last.modelId)}` },
  });
}
