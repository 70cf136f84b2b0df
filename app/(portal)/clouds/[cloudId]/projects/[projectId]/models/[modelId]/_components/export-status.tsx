"use client";
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { CancelRun } from "#app/_features/exports/run-actions.tsx";
import { PROFILE_WORDS } from "#app/_features/exports/profile-words.ts";
import { fileHref } from "#app/_features/exports/run-files.ts";
import {
  progressShare,
  progressWords,
  readBackWords,
  RUN_TONES,
  runNoun,
  runWord,
} from "#app/_features/exports/run-words.ts";
import { formatCount } from "#app/_ui/format/count.ts";
import { formatFileSize } from "#app/_ui/format/file-size.ts";
import { FormErrorSummary } from "#app/_ui/forms/form-error-summary.tsx";
import { Button, DownloadButton, LinkButton } from "#app/_ui/primitives/button.tsx";
import { Mono } from "#app/_ui/primitives/code.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { Progress } from "#app/_ui/primitives/progress.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import { isActive } from "#lib/core/export-states.ts";
import { dotted } from "#lib/core/language/dotted.ts";
import { told } from "#lib/core/language/kept-texts.ts";
import { t } from "#lib/core/texts.ts";
import type { ExportRunView } from "#lib/features/exports/queries.ts";
import type { ExportDesk } from "./use-export-desk.ts";

/** The state of the export: its progress, the file with its proof, or why there is none. Nothing when nothing was started. */
export function ExportStatus({ desk: { form, run, trouble, show } }: { desk: ExportDesk }): ReactNode {
  if (form.result?.ok === false) {
    return <FormErrorSummary result={form.result} title={t("Nothing was exported.")} />;
  }
  if (run === null) return null;
  if (isActive(run.state)) return <Running run={run} trouble={trouble} show={show} />;
  return <Ended run={run} close={() => show(null)} />;
}

function Running({
  run,
  trouble,
  show,
}: {
  run: ExportRunView;
  trouble: string | null;
  show: (run: ExportRunView) => void;
}): ReactNode {
  const words = progressWords(run) ?? t("Queued");
  return (
    <div className="flex w-full flex-wrap items-center gap-3 text-13 text-fg-2">
      <State tone={RUN_TONES[run.state]}>{runWord(run)}</State>
      <span className="min-w-40 flex-1">
        <Progress
          label={t("Export of {fileName}", { fileName: run.fileName })}
          value={progressShare(run)}
          max={1}
          words={words}
        />
      </span>
      <span className="tabular-nums">{trouble ?? words}</span>
      {run.canCancel && <CancelRun run={run} onCancelled={show} />}
    </div>
  );
}

function Ended({ run, close }: { run: ExportRunView; close: () => void }): ReactNode {
  const dismiss = (
    <Button size="sm" variant="ghost" onClick={close}>
      {t("Close")}
    </Button>
  );
  if (run.state === "FAILED") {
    return (
      <Note tone="bad" live title={t("The export failed.")} reference={run.reference} action={dismiss}>
        {run.failure === null ? null : told(run.failure)}
      </Note>
    );
  }
  if (run.state === "CANCELLED") {
    return (
      <Note
        tone="info"
        live
        title={
          run.cancelledBy === null
            ? t("Cancelled by somebody.")
            : t("Cancelled by {name}.", { name: run.cancelledBy })
        }
        action={dismiss}
      >
        {t("The unfinished file was deleted. There is nothing to download.")}
      </Note>
    );
  }
  const rows = run.rowsTotal ?? 0;
  return (
    <Note
      tone={run.guardedCells === null || run.guardedCells === 0 ? "ok" : "warn"}
      live
      title={t("{rows} × {columns, plural, one {# column} other {# columns}}, {readBack}.", {
        rows: `${formatCount(rows)} ${runNoun(run, rows)}`,
        columns: run.columns ?? 0,
        readBack: readBackWords(run),
      })}
      action={
        <>
          <DownloadButton size="sm" href={fileHref(run.id)} download={run.fileName}>
            <Download aria-hidden className="size-3.5" />
            {t("Download again")}
          </DownloadButton>
          <LinkButton size="sm" variant="ghost" href="/exports">
            {t("All exports")}
          </LinkButton>
          {dismiss}
        </>
      }
    >
      <Mono>{run.fileName}</Mono>, {t(PROFILE_WORDS[run.profile])},{" "}
      {dotted(formatFileSize(run.bytes), "SHA-256")} <Mono>{run.sha256}</Mono>
    </Note>
  );
}
