"use client";
import { Box } from "lucide-react";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { PageActs } from "#app/_ui/acts/page-acts.tsx";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { told } from "#lib/core/language/kept-texts.ts";
import { t } from "#lib/core/texts.ts";
import { hasFailed } from "#lib/features/models/failed.ts";
import { DISMISS_MAX } from "#lib/features/models/schema.ts";
import { DismissDialog } from "#app/_features/models/dismissals/dismiss-dialog.tsx";
import { ModelsTable } from "./models-table.tsx";
import { UploadPanel } from "./upload/upload-panel.tsx";
import { usePolledModels } from "./use-polled-models.ts";
import type { ModelsOnPage } from "./use-polled-models.ts";

/** The models of a project, kept current while one is being processed, and the way to add one. */
export function ProjectModels({
  cloudId,
  projectId,
  canUpload,
  mayDismiss,
  initial,
}: {
  cloudId: string;
  projectId: string;
  canUpload: boolean;
  mayDismiss: boolean;
  initial: ModelsOnPage;
}): ReactNode {
  const { list, trouble, refresh, markDismissed } = usePolledModels(projectId, initial);
  const [showsDismissed, setShowsDismissed] = useState(false);
  const dismissed = new Map(list.dismissed.map((mark) => [mark.modelId, mark]));
  const failed = list.models.filter((model) => hasFailed(model) && !dismissed.has(model.modelId));
  const shown = showsDismissed ? list.models : list.models.filter(({ modelId }) => !dismissed.has(modelId));
  const [announced, setAnnounced] = useState("");
  // What else the page offers for models (their export) comes with the page: it is asked for anew when their states have settled.
  const router = useRouter();
  const wasChanging = useRef(list.isChanging);
  useEffect(() => {
    if (wasChanging.current && !list.isChanging) router.refresh();
    wasChanging.current = list.isChanging;
  }, [list.isChanging, router]);
  const uploaded = useCallback(
    (fileName: string): void => {
      setAnnounced(t("{fileName} arrived at the service and is being read.", { fileName }));
      refresh();
    },
    [refresh],
  );
  return (
    <div className="grid gap-4">
      <p className="sr-only" role="status">
        {announced}
      </p>
      {trouble === null && list.trouble !== null && (
        <Note tone="warn" live title={t("Couldn’t load the models.")}>
          {rich("{trouble} You see the last answer, from {when}. Portico tries again automatically.", {
            trouble: told(list.trouble),
            when: <RelativeTime at={list.readAt} />,
          })}
        </Note>
      )}
      {trouble !== null && (
        <Note tone="warn" live title={t("Couldn’t load the status.")}>
          {t("{trouble} You see an older status. Portico tries again automatically.", { trouble })}
        </Note>
      )}
      {canUpload && <UploadPanel projectId={projectId} models={list.models} onUploaded={uploaded} />}
      {list.models.length === 0 ? (
        <Blank icon={<Box aria-hidden />} title={t("No models yet")}>
          {canUpload
            ? t("Upload .ifc or .ifczip files, or drop them here. The service then reads them.")
            : t("Models that are added on the platform appear here.")}
        </Blank>
      ) : (
        <>
          {mayDismiss && (
            <div className="flex justify-end empty:hidden">
              <PageActs>
                <DismissDialog
                  choices={failed.slice(0, DISMISS_MAX).map(({ modelId, name, errors: [error] }) => ({
                    projectId,
                    modelId,
                    name,
                    hint: error === undefined ? t("Model {id}", { id: modelId }) : told(error),
                  }))}
                  total={failed.length}
                  onChanged={refresh}
                  size="sm"
                />
              </PageActs>
            </div>
          )}
          {shown.length > 0 && (
            <ModelsTable
              cloudId={cloudId}
              projectId={projectId}
              models={shown}
              older={list.older}
              dismissed={dismissed}
              onDismissed={mayDismiss ? markDismissed : null}
            />
          )}
          {dismissed.size > 0 && (
            <div>
              <Button
                variant="ghost"
                size="sm"
                aria-expanded={showsDismissed}
                onClick={() => setShowsDismissed(!showsDismissed)}
              >
                {showsDismissed
                  ? t("Hide dismissed models")
                  : t("Show {count, plural, one {# dismissed model} other {# dismissed models}}", {
                      count: dismissed.size,
                    })}
              </Button>
            </div>
          )}
        </>
      )}
    </div>
  );
}
