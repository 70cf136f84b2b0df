"use client";
import { ChevronDown, Download } from "lucide-react";
import { useMemo, useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { CancelRun } from "#app/_features/exports/run-actions.tsx";
import {
  fileHref,
  progressShare,
  progressWords,
  PROFILE_WORDS,
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
import { Menu, MenuItem } from "#app/_ui/primitives/menu.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { Progress } from "#app/_ui/primitives/progress.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import { useKeptChoice } from "#app/_ui/use-kept-choice.ts";
import { dotted } from "#lib/core/language/dotted.ts";
import { told } from "#lib/core/language/kept-texts.ts";
import { msg, t } from "#lib/core/texts.ts";
import { classNoun } from "#lib/features/elements/class-words.ts";
import type { SnapshotView } from "#lib/features/elements/schema.ts";
import type { ExportRunView } from "#lib/features/exports/schema.ts";
import { isActive } from "#lib/core/export-states.ts";
import type { SeenView } from "./element-table.tsx";
import { ExportDialog, ViewOfModels } from "./panels.tsx";
import { quickFields, QUICK_PROFILES, type QuickProfile } from "./quick-export.ts";
import type { ModelIds } from "./read-again.tsx";
import type { ExportDesk } from "./use-export-desk.ts";

/** Translated with `t`. */
const QUICK_DETAILS: Record<QuickProfile, string> = {
  programs: msg("comma, decimal point, texts unchanged"),
  spreadsheets: msg("semicolon, decimal comma, apostrophe before formulas"),
  xlsx: msg("workbook with filter and frozen headings"),
};

/** "Export 12 of 214 doors": what the table shows, in the format chosen last; other choices in a menu beside it. */
export function ExportButton({
  desk,
  ids,
  snapshots,
  seen,
  bulkKey,
}: {
  desk: ExportDesk;
  ids: ModelIds;
  /** Key for an export of several models started here. */
  bulkKey: string;
  /** The readings of the table, one per class. */
  snapshots: readonly SnapshotView[];
  /** What the table shows of them. */
  seen: SeenView;
}): ReactNode {
  const { form, key, run } = desk;
  const submit = useRef<HTMLButtonElement>(null);
  const [chosen, setChosen] = useState<"format" | "models" | null>(null);
  const [profile, keepProfile] = useKeptChoice("portico.export-format", QUICK_PROFILES, "programs");
  const classes = useMemo(() => snapshots.map(({ ifcClass }) => ifcClass), [snapshots]);
  const busy = form.pending || (run !== null && isActive(run.state));
  const table = snapshots.map(({ id }) => id).join(".");
  const origin = JSON.stringify({
    projectId: ids.projectId,
    modelId: ids.modelId,
    classes,
  });
  const rows = snapshots.reduce((sum, snapshot) => sum + snapshot.rows, 0);
  const noun = classNoun(snapshots.length === 1 ? (snapshots[0]?.ifcClass ?? "") : "", rows);
  const matches = seen.matches ?? rows;
  const what =
    matches === rows
      ? `${formatCount(rows)} ${noun}`
      : t("{matches} of {rows} {noun}", { matches: formatCount(matches), rows: formatCount(rows), noun });
  const exportAs = (format: QuickProfile): void => {
    // The form must contain the choice before it is sent.
    flushSync(() => keepProfile(format));
    submit.current?.form?.requestSubmit(submit.current);
  };
  return (
    <>
      <form {...form.formProps} className="flex gap-1.5">
        <input type="hidden" name="key" value={key} />
        <input type="hidden" name="snapshotIds" value={table} />
        <input type="hidden" name="origin" value={origin} />
        {Object.entries(quickFields(profile, seen.address)).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button
          ref={submit}
          variant="primary"
          type="submit"
          pending={busy}
          pendingText={t("Exporting {what}", { what })}
        >
          <Download aria-hidden />
          {t("Export {what}", { what })}
          <span className="font-normal opacity-80">{profile === "xlsx" ? t("XLSX") : t("CSV")}</span>
        </Button>
        <Menu
          label={t("How to export")}
          trigger={
            <Button square aria-label={t("Choose how to export")} disabled={busy}>
              <ChevronDown aria-hidden />
            </Button>
          }
        >
          {QUICK_PROFILES.map((format) => (
            <MenuItem key={format} detail={t(QUICK_DETAILS[format])} onSelect={() => exportAs(format)}>
              {t(PROFILE_WORDS[format])}
            </MenuItem>
          ))}
          <MenuItem detail={t("Parquet, JSON, options, everything")} onSelect={() => setChosen("format")}>
            {t("Choose format and options")}
          </MenuItem>
          <MenuItem detail={t("this view, one file each or one table")} onSelect={() => setChosen("models")}>
            {t("Several models of this project")}
          </MenuItem>
        </Menu>
      </form>
      {chosen === "models" && (
        <ViewOfModels
          ids={ids}
          table={table}
          ifcClasses={classes}
          formKey={bulkKey}
          onClose={() => setChosen(null)}
        />
      )}
      {chosen === "format" && (
        <ExportDialog desk={desk} table={table} origin={origin} what={what} onClose={() => setChosen(null)} />
      )}
    </>
  );
}

/** The state of the export: its progress, the file with its proof, or why there is none. Null when nothing was started. */
export function exportStatus(desk: ExportDesk): ReactNode {
  const { form, run, trouble, show } = desk;
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
      <Note
        tone="bad"
        live
        title={t("The export failed.")}
        reference={{ id: run.reference }}
        action={dismiss}
      >
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
