"use client";
import { Download } from "lucide-react";
import { useState, type ReactNode } from "react";
import { ActionButton } from "#app/_ui/forms/action-button.tsx";
import { marked } from "#app/_ui/marked.ts";
import { DownloadButton } from "#app/_ui/primitives/button.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { isActive } from "#lib/core/export-states.ts";
import { t } from "#lib/core/texts.ts";
import type { ExportRunView } from "#lib/features/exports/queries.ts";
import { cancelExportAction, repeatExportAction } from "./actions.ts";
import { fileHref, recordHref } from "./run-files.ts";
import { runTitle } from "./run-words.ts";

/** Download, repeat or cancel: whatever the run's state allows. */
export function RunActions({ run, firstKey }: { run: ExportRunView; firstKey: string }): ReactNode {
  if (isActive(run.state)) return run.canCancel ? <CancelRun run={run} /> : null;
  if (!run.hasFile) return <RepeatRun run={run} firstKey={firstKey} />;
  return (
    <div className="flex flex-wrap gap-1.5 sm:flex-nowrap sm:justify-end">
      <DownloadButton size="sm" href={fileHref(run.id)} download={run.fileName}>
        <Download aria-hidden className="size-3.5" />
        {t("Download")}
        <span className="sr-only"> {marked(runTitle(run))}</span>
      </DownloadButton>
      <DownloadButton
        size="sm"
        variant="ghost"
        href={recordHref(run.id)}
        download={`${run.fileName}.record.json`}
        title={t("Who exported what and when, with the file’s checksum, as JSON")}
      >
        {rich("Record<sr> of {run}</sr>", { run: runTitle(run) })}
      </DownloadButton>
      <RepeatRun run={run} firstKey={firstKey} />
    </div>
  );
}

/** Cancels a run and discards what it wrote. */
export function CancelRun({
  run,
  onCancelled,
}: {
  run: ExportRunView;
  onCancelled?: (run: ExportRunView) => void;
}): ReactNode {
  return (
    <ActionButton
      action={cancelExportAction}
      fields={{ runId: run.id }}
      size="sm"
      pendingText={t("Cancelling")}
      onDone={(data) => onCancelled?.(data.run)}
    >
      {rich("Cancel<sr> the export of {run}</sr>", { run: runTitle(run) })}
    </ActionButton>
  );
}

function RepeatRun({ run, firstKey }: { run: ExportRunView; firstKey: string }): ReactNode {
  const [key, setKey] = useState(firstKey);
  return (
    <ActionButton
      action={repeatExportAction}
      fields={{ key, runId: run.id }}
      size="sm"
      variant={run.hasFile ? "ghost" : "default"}
      pendingText={t("Starting")}
      onDone={({ nextKey }) => {
        setKey(nextKey);
      }}
    >
      {rich("Repeat<sr> the export of {run}</sr>", { run: runTitle(run) })}
    </ActionButton>
  );
}
