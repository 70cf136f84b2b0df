"use client";
import { ChevronDown, Download } from "lucide-react";
import { useMemo, useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { PROFILE_WORDS } from "#app/_features/exports/profile-words.ts";
import { HiddenFields } from "#app/_ui/forms/hidden-fields.tsx";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Menu, MenuItem } from "#app/_ui/primitives/menu.tsx";
import { useKeptChoice } from "#app/_ui/use-kept-choice.ts";
import { isActive } from "#lib/core/export-states.ts";
import { msg, t } from "#lib/core/texts.ts";
import type { SnapshotView } from "#lib/features/elements/reading-views.ts";
import type { SeenView } from "./element-table.tsx";
import { ExportDialog, ViewOfModels } from "./panels.tsx";
import { quickFields, QUICK_PROFILES, type QuickProfile } from "./quick-export.ts";
import type { ModelIds } from "./read-again.tsx";
import { matchingRows } from "./row-words.ts";
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
  const matches = seen.matches ?? rows;
  const what = matchingRows(classes, matches, rows);
  const exportAs = (format: QuickProfile): void => {
    // The form must contain the choice before it is sent.
    flushSync(() => keepProfile(format));
    submit.current?.form?.requestSubmit(submit.current);
  };
  return (
    <>
      <form {...form.formProps} className="flex gap-1.5">
        <HiddenFields fields={{ key, snapshotIds: table, origin, ...quickFields(profile, seen.address) }} />
        <Button
          ref={submit}
          variant="primary"
          type="submit"
          pending={busy}
          pendingText={t("Exporting {what}", { what })}
        >
          <Download aria-hidden />
          {t("Export {what}", { what })}{" "}
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
