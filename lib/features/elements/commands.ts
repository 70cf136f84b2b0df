/**
 * Requests a new reading of a table that exists already or failed. A reading changes nothing at the service, so whoever may see the table
 * may request it.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { conflict, validation } from "#lib/core/errors.ts";
import { say, t } from "#lib/core/texts.ts";
import { forPortal } from "#lib/service/client/errors.ts";
import { chooseClass, isKnownClass, listClassChoices } from "./class-choices.ts";
import { requestReading, type ElementQuery } from "./queries.ts";
import { getModelSource, getModelAtService } from "#lib/features/models/source.ts";

/**
 * Reads the elements of a class again; joins a running reading.
 * @returns its state after a moment
 * @throws AppError NOT_FOUND, or what the service said
 */
export async function readElementsAgain(
  actor: Actor,
  query: ElementQuery & { ifcClass: string },
): Promise<{ snapshotId: string }> {
  requirePermission(actor, "portal:read");
  return forPortal(async () => {
    const source = await getModelSource(query.projectId, query.cloudId);
    const model = await getModelAtService(source, query.modelId);
    if (!model.isQueryable) {
      throw conflict(
        say("The model is not ready, so nothing was read. Open the model again when it is ready."),
      );
    }
    const choices = await listClassChoices(source, model);
    const ifcClass = chooseClass(choices, query.ifcClass) ?? query.ifcClass;
    if (!isKnownClass(choices, ifcClass)) {
      throw validation({ ifcClass: [t("No IFC schema has this class.")] }, say("The service was not asked."));
    }
    const row = await requestReading(actor, source, model, ifcClass, "always");
    return { snapshotId: row.id };
  });
}
