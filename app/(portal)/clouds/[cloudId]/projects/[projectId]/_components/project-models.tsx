"use client";
import { Box } from "lucide-react";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { PageActs } from "#app/_ui/acts/page-acts.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { told } from "#lib/core/language/kept-texts.ts";
import { t } from "#lib/core/texts.ts";
import { writeModelQuery, type ModelListQuery } from "#lib/features/models/list-query.ts";
import type { ModelsPage } from "#lib/features/models/list/listing.ts";
import type { AskedChange, ModelRights } from "#app/_features/models/changes/asked-change.ts";
import { ModelDialogs } from "#app/_features/models/changes/model-dialogs.tsx";
import { DismissDialog } from "#app/_features/models/dismissals/dismiss-dialog.tsx";
import { ChosenBar } from "./chosen-bar.tsx";
import { ModelsTable } from "./models-table.tsx";
import { modelSorts, ModelsTools, NoMatch } from "./models-tools.tsx";
import { UploadPanel } from "./upload/upload-panel.tsx";
import { useChosenModels } from "./use-chosen-models.ts";
import { usePolledModels } from "./use-polled-models.ts";

const LIST_ID = "models";

/** The models of a project, updated while one is being processed, and the upload. */
export function ProjectModels({
  cloudId,
  projectId,
  canUpload,
  mayDismiss,
  rights,
  query,
  initial,
}: {
  cloudId: string;
  projectId: string;
  canUpload: boolean;
  mayDismiss: boolean;
  rights: ModelRights;
  /** The list's filters and order from the address. */
  query: ModelListQuery;
  initial: ModelsPage;
}): ReactNode {
  const { list, trouble, refresh, markDismissed } = usePolledModels(projectId, query, initial);
  const base = `/clouds/${cloudId}/projects/${projectId}`;
  const dismissed = new Map(list.dismissed.map((mark) => [mark.modelId, mark]));
  const [announced, setAnnounced] = useState("");
  const [asked, setAsked] = useState<AskedChange | null>(null);
  const { chosen, choose, forget } = useChosenModels(list.rows);
  // Other parts of the page that depend on models (their export) are refreshed when the states have settled.
  const router = useRouter();
  const wasChanging = useRef(list.isChanging);
  useEffect(() => {
    if (wasChanging.current && !list.isChanging) router.refresh();
    wasChanging.current = list.isChanging;
  }, [list.isChanging, router]);
  const uploaded = useCallback(
    (fileName: string): void => {
      setAnnounced(t("{fileName} arrived at the service.", { fileName }));
      refresh();
    },
    [refresh],
  );
  return (
    <div id={LIST_ID} tabIndex={-1} className="grid gap-4 outline-none">
      <p className="sr-only" role="status">
        {announced}
      </p>
      {trouble === null && list.trouble !== null && (
        <Note tone="warn" live title={t("Not up to date.")}>
          {rich(
            "{trouble} You see the state of the last successful reading: {when}. Portico tries again automatically.",
            {
              trouble: told(list.trouble),
              when: <RelativeTime at={list.readAt} />,
            },
          )}
        </Note>
      )}
      {trouble !== null && (
        <Note tone="warn" live title={t("Couldn’t load the status.")}>
          {t("{trouble} You see an older status. Portico tries again automatically.", { trouble })}
        </Note>
      )}
      {canUpload && (
        <UploadPanel
          projectId={projectId}
          choices={list.choices}
          onUploaded={uploaded}
          onDelete={
            rights.remove
              ? (modelId, name) =>
                  setAsked({
                    act: "delete",
                    models: [{ modelId, name, state: "waiting", isArchived: false }],
                    returnFocusTo: LIST_ID,
                  })
              : null
          }
        />
      )}
      {list.total === 0 ? (
        <Blank icon={<Box aria-hidden />} title={t("No models yet")}>
          {canUpload
            ? t("Upload .ifc or .ifczip files, or drop them here. The service then reads them.")
            : t("Models that are added on the platform appear here.")}
        </Blank>
      ) : (
        <>
          <ModelsTools
            base={base}
            query={query}
            counts={list.counts}
            aside={
              mayDismiss && (
                <div className="ml-auto empty:hidden">
                  <PageActs>
                    <DismissDialog
                      choices={list.failed.map(({ modelId, name, error }) => ({
                        projectId,
                        modelId,
                        name,
                        hint: error === null ? t("Model {id}", { id: modelId }) : told(error),
                      }))}
                      total={list.failedTotal}
                      onChanged={refresh}
                      size="sm"
                    />
                  </PageActs>
                </div>
              )
            }
          />
          {chosen.size > 0 && (
            <ChosenBar
              projectId={projectId}
              models={[...chosen.values()]}
              rights={rights}
              mayDismiss={mayDismiss}
              onAsk={setAsked}
              onDismissed={refresh}
              onAll={() => choose(list.rows, true)}
              onForget={forget}
            />
          )}
          {list.rows.length === 0 ? (
            <NoMatch base={base} query={query} />
          ) : (
            <ModelsTable
              cloudId={cloudId}
              projectId={projectId}
              models={list.rows}
              older={list.older}
              sorts={modelSorts(base, query)}
              dismissed={dismissed}
              onDismissed={mayDismiss ? markDismissed : null}
              rights={rights}
              onAsk={setAsked}
              chosen={chosen}
              onChoose={rights.change || rights.remove || mayDismiss ? choose : null}
            />
          )}
          <div className="flex flex-wrap gap-2 empty:hidden">
            {query.after !== undefined && (
              <LinkButton href={base + writeModelQuery(query)}>{t("Back to the first models")}</LinkButton>
            )}
            {list.next !== null && (
              <LinkButton href={base + writeModelQuery(query, { after: list.next })}>
                {t("More models")}
              </LinkButton>
            )}
          </div>
        </>
      )}
      <ModelDialogs
        projectId={projectId}
        // Deleting a row removes its button, so the focus moves elsewhere.
        asked={asked?.act === "delete" ? { ...asked, returnFocusTo: LIST_ID } : asked}
        onChanged={({ act }) => {
          if (act === "delete") forget();
          refresh();
        }}
        onClose={() => setAsked(null)}
      />
    </div>
  );
}
