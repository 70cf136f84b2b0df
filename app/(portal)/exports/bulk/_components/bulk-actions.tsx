"use client";
import { Download } from "lucide-react";
import { useState, type ReactNode } from "react";
import { cancelBulkAction, repeatBulkAction } from "#app/_features/exports/bulk/actions.ts";
import { ActionButton } from "#app/_ui/forms/action-button.tsx";
import { marked } from "#app/_ui/marked.ts";
import { DownloadButton } from "#app/_ui/primitives/button.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { t } from "#lib/core/texts.ts";
import type { BulkRunView } from "#lib/features/exports/bulk/queries.ts";

/** Actions on a bulk run: cancel it while it is running; afterwards download its archive or repeat it. */
export function BulkActions({ run, firstKey }: { run: BulkRunView; firstKey: string }): ReactNode {
  if (run.canCancel) return <Cancel run={run} />;
  if (run.state === "running") return null;
  return (
    <div className="flex flex-wrap items-start justify-end gap-1.5 max-sm:justify-start sm:flex-nowrap">
      {run.hasArchive && (
        <DownloadButton size="sm" href={`/api/exports/bulk/${run.id}/archive`} download={run.fileName}>
          <Download aria-hidden className="size-3.5" />
          {t("Download")}
          <span className="sr-only"> {marked(run.fileName)}</span>
        </DownloadButton>
      )}
      <Repeat run={run} firstKey={firstKey} />
    </div>
  );
}

function Cancel({ run }: { run: BulkRunView }): ReactNode {
  return (
    <ActionButton
      action={cancelBulkAction}
      fields={{ bulkId: run.id }}
      size="sm"
      pendingText={t("Cancelling")}
    >
      {rich("Cancel<sr> the export of {run}</sr>", { run: (run.project ?? run.cloud).name })}
    </ActionButton>
  );
}

function Repeat({ run, firstKey }: { run: BulkRunView; firstKey: string }): ReactNode {
  const [key, setKey] = useState(firstKey);
  return (
    <ActionButton
      action={repeatBulkAction}
      fields={{ key, bulkId: run.id }}
      size="sm"
      variant={run.hasArchive ? "ghost" : "default"}
      pendingText={t("Starting")}
      onDone={({ nextKey }) => {
        setKey(nextKey);
      }}
    >
      {rich("Repeat<sr> the export of {run}</sr>", { run: (run.project ?? run.cloud).name })}
    </ActionButton>
  );
}
