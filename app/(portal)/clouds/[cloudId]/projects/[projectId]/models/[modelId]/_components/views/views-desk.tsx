"use client";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { FormErrorSummary } from "#app/_ui/forms/form-error-summary.tsx";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { Loading, SkeletonTable } from "#app/_ui/primitives/skeleton.tsx";
import { msg, t } from "#lib/core/texts.ts";
import { fitView } from "#lib/features/views/fit.ts";
import type { ViewEntry, ViewList } from "#lib/features/views/schema.ts";
import { restoreViewAction } from "./actions.ts";
import { useViewAct } from "./use-view-act.ts";
import { ImportView } from "./views-import.tsx";
import type { ViewsProps } from "./views-props.ts";
import { ViewRow } from "./views-row.tsx";
import { SaveView } from "./views-save.tsx";

const GROUPS: readonly { kind: ViewEntry["kind"]; label: string }[] = [
  { kind: "own", label: msg("Yours") },
  { kind: "shared", label: msg("Shared by others") },
  { kind: "standard", label: msg("Ready-made") },
];

/** All actions on views, while the dialog is open. */
export function ViewsDesk({ onClose, ...table }: ViewsProps & { onClose: () => void }): ReactNode {
  const { data: list, error, refetch } = useQuery<ViewList>({ queryKey: ["/api/views"] });
  const [deleted, setDeleted] = useState<{ id: string; name: string } | null>(null);
  const again = (): void => void refetch();
  const act = useViewAct(again);
  const apply = (entry: ViewEntry): void => {
    // The table itself names what it lacks.
    table.onApply(fitView(entry.content, table.columns));
    onClose();
  };
  return (
    <>
      {deleted !== null && (
        <Note
          live
          title={t("“{name}” was deleted.", { name: deleted.name })}
          action={
            <Button
              size="sm"
              pending={act.pending}
              onClick={() => act.run(restoreViewAction, { viewId: deleted.id }, () => setDeleted(null))}
            >
              {t("Restore")}
            </Button>
          }
        >
          {t("You can restore it here for one day.")}
        </Note>
      )}
      <FormErrorSummary result={act.result} title={t("Nothing was changed.")} />
      <SaveView {...table} canShare={list?.canShare === true} onSaved={again} />
      {error !== null ? (
        <Note
          tone="bad"
          live
          title={t("The views could not be read.")}
          action={
            <Button size="sm" onClick={again}>
              {t("Try again")}
            </Button>
          }
          reference={error.reference}
        >
          {error.message}
        </Note>
      ) : list === undefined ? (
        <Loading label={t("Loading views")}>
          <SkeletonTable rows={4} columns={2} />
        </Loading>
      ) : (
        GROUPS.map(({ kind, label }) => {
          const views = list.views.filter((entry) => entry.kind === kind);
          return (
            views.length > 0 && (
              <section key={kind} aria-label={t(label)} className="grid gap-1">
                <h3 className="text-12 text-fg-3">{t(label)}</h3>
                <ul className="divide-y divide-line rounded-2 border border-line">
                  {views.map((entry) => (
                    <ViewRow
                      key={entry.id}
                      entry={entry}
                      table={table}
                      canShare={list.canShare}
                      act={act}
                      onApply={apply}
                      onDeleted={setDeleted}
                    />
                  ))}
                </ul>
              </section>
            )
          );
        })
      )}
      <ImportView onImported={again} />
    </>
  );
}
