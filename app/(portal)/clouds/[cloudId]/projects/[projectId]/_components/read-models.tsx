import { cache, type ReactNode } from "react";
import { BulkDialog } from "#app/_features/exports/bulk/bulk-dialog.tsx";
import { modelRightsOf } from "#app/_features/models/changes/model-rights.ts";
import { Note } from "#app/_ui/primitives/note.tsx";
import { isAllowed, type Actor } from "#lib/auth/actor.ts";
import { AppError, tellError } from "#lib/core/errors.ts";
import { newId } from "#lib/core/ids.ts";
import { t } from "#lib/core/texts.ts";
import type { ModelListQuery } from "#lib/features/models/list-query.ts";
import { pageOfModels } from "#lib/features/models/list/listing.ts";
import { showModels } from "#lib/features/models/queries.ts";
import type { ModelsShown } from "#lib/features/models/schema.ts";
import { ProjectModels } from "./project-models.tsx";

type Place = { actor: Actor; cloudId: string; projectId: string };

/** The models as their service lists them, or why they could not be read; the page does not wait for them. */
export async function ReadModels({
  actor,
  cloudId,
  projectId,
  canUpload,
  query,
}: Place & { canUpload: boolean; query: ModelListQuery }): Promise<ReactNode> {
  const reading = await readModels(actor, projectId);
  if (!reading.ok) {
    return (
      <Note tone="bad" title={t("The models could not be read.")} reference={actor.requestId}>
        {t("{message} Nothing was changed. Reload the page to try again.", {
          message: reading.message,
        })}
      </Note>
    );
  }
  return (
    <ProjectModels
      cloudId={cloudId}
      projectId={projectId}
      canUpload={canUpload}
      mayDismiss={isAllowed(actor, "model:dismiss")}
      rights={modelRightsOf(actor)}
      query={query}
      initial={pageOfModels(reading.list, query)}
    />
  );
}

/** The button that exports several of the project's models, once there are known to be any. */
export async function BulkOfProject({ actor, cloudId, projectId }: Place): Promise<ReactNode> {
  const reading = await readModels(actor, projectId);
  if (!reading.ok || reading.list.models.length === 0) return null;
  const models = reading.list.models.filter(({ version }) => version?.leads !== false);
  return <BulkDialog cloudId={cloudId} project={{ id: projectId, models }} formKey={newId()} />;
}

/** Read once for the list and the button. */
const readModels = cache(
  async (
    actor: Actor,
    projectId: string,
  ): Promise<{ ok: true; list: ModelsShown } | { ok: false; message: string }> => {
    try {
      return { ok: true, list: await showModels(actor, projectId) };
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.expected) return { ok: false, message: tellError(thrown) };
      throw thrown;
    }
  },
);
