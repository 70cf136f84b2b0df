/**
 * Finds the table of an export that was started on a page: the readings that the page shows or, if they were removed since to make room,
 * the same classes of the same model again. Reads no elements.
 */
import { notFound, validation } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";
import { getDb } from "#lib/db/client.ts";
import { canonicalClass } from "#lib/features/elements/class-choices.ts";
import { getModelSource, getModelAtService } from "#lib/features/models/source.ts";
import { forPortal } from "#lib/service/client/errors.ts";
import type { StartExportInput } from "../schema.ts";

/**
 * The table of the readings that a page shows; if one was removed since, the table of its origin.
 * @throws AppError NOT_FOUND, VALIDATION for readings of several models, or what the service said
 */
export async function findShownTable({
  snapshotIds,
  origin,
}: Pick<StartExportInput, "snapshotIds" | "origin">) {
  const ids = [...new Set(snapshotIds)];
  const snapshots = await getDb().snapshot.findMany({ where: { id: { in: ids }, state: "READY" } });
  const ordered = ids.flatMap((id) => snapshots.find((snapshot) => snapshot.id === id) ?? []);
  const [first] = ordered;
  if (first === undefined || ordered.length < ids.length) return openOrigin(origin);
  const { projectId, modelServiceId, modelName } = first;
  const isOneModel = ordered.every(
    (other) => other.projectId === projectId && other.modelServiceId === modelServiceId,
  );
  if (!isOneModel)
    throw validation({}, say("The tables of one export must be of one model. Nothing was started."));
  return {
    projectId,
    modelServiceId,
    modelName,
    classes: ordered.map(({ ifcClass }) => ifcClass),
    snapshotIds: ids,
    rows: ordered.reduce((sum, { rows }) => sum + rows, 0),
  };
}

/** The table of removed readings, as the service has it now. */
async function openOrigin(origin: StartExportInput["origin"]) {
  if (origin === undefined) throw notFound(say("This table"));
  const { projectId, modelId } = origin;
  return forPortal(async () => {
    const { name } = await getModelAtService(await getModelSource(projectId), modelId);
    const classes = [...new Set(origin.classes.map(canonicalClass))];
    return {
      projectId,
      modelServiceId: BigInt(modelId),
      modelName: name,
      classes,
      /** Read from the service. */
      snapshotIds: [],
      rows: null,
    };
  });
}
