"use client";
import dynamic from "next/dynamic";
import { useEffect } from "react";
import { allTexts } from "#app/_ui/all-texts.ts";
import { atFirstSign } from "#app/_ui/late.ts";
import { Loading, SkeletonTable } from "#app/_ui/primitives/skeleton.tsx";
import { t } from "#lib/core/texts.ts";

/* Panels over or beside the table. Most visits open none, so the page does not wait for their script. */

/** Code and its texts, which the page may not have. */
function withTexts<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return async () => (await Promise.all([load(), allTexts()]))[0];
}

const columns = withTexts(async () => import("./table/columns-dialog.tsx"));
const completeness = withTexts(async () => import("./table/completeness-dialog.tsx"));
const filter = withTexts(async () => import("./table/filter-panel.tsx"));
const statistics = withTexts(async () => import("./table/statistics-dialog.tsx"));
const element = withTexts(async () => import("./table/open-element.tsx"));
const views = withTexts(async () => import("./views/views-desk.tsx"));
const format = withTexts(async () => import("./export-dialog.tsx"));
const status = withTexts(async () => import("./export-status.tsx"));
const notReady = withTexts(async () => import("./model-not-ready.tsx"));
const reading = withTexts(async () => import("./reading-progress.tsx"));
const models = withTexts(async () => import("./view-of-models.tsx"));
const ALL = [columns, completeness, filter, statistics, element, views, format, status, models];

export const ColumnsDialog = dynamic(async () => (await columns()).ColumnsDialog);
export const CompletenessDialog = dynamic(async () => (await completeness()).CompletenessDialog);
export const FilterPanel = dynamic(async () => (await filter()).FilterPanel);
export const StatisticsDialog = dynamic(async () => (await statistics()).StatisticsDialog);
export const OpenElement = dynamic(async () => (await element()).OpenElement);
export const ExportDialog = dynamic(async () => (await format()).ExportDialog);
export const ExportStatus = dynamic(async () => (await status()).ExportStatus);
/** Instead of the table. */
export const ModelNotReady = dynamic(async () => (await notReady()).ModelNotReady);
export const ReadingProgress = dynamic(async () => (await reading()).ReadingProgress);
export const ViewOfModels = dynamic(async () => (await models()).ViewOfModels);
export const ViewsDesk = dynamic(async () => (await views()).ViewsDesk, {
  loading: () => (
    <Loading label={t("Loading views")}>
      <SkeletonTable rows={4} columns={2} />
    </Loading>
  ),
});

/**
 * Loads all panels at the first sign of activity: they then open at once, and are of the same build as this page, even if the portal is
 * upgraded while it is open.
 */
export function usePanels(): void {
  useEffect(
    () =>
      atFirstSign(() => {
        // A panel that fails to load is requested again when it is opened.
        for (const panel of ALL) panel().catch(() => undefined);
      }),
    [],
  );
}
