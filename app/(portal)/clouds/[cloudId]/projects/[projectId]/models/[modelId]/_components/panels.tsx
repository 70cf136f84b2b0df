"use client";
import dynamic from "next/dynamic";
import { useEffect } from "react";
import { Loading, SkeletonTable } from "#app/_ui/primitives/skeleton.tsx";
import { t } from "#lib/core/texts.ts";

/* Panels over or beside the table. Most visits open none, so the page does not wait for their script. */

const columns = async () => import("./table/columns-dialog.tsx");
const completeness = async () => import("./table/completeness-dialog.tsx");
const filter = async () => import("./table/filter-panel.tsx");
const statistics = async () => import("./table/statistics-dialog.tsx");
const element = async () => import("./table/open-element.tsx");
const views = async () => import("./views/views-desk.tsx");
const format = async () => import("./export-dialog.tsx");
const models = async () => import("./view-of-models.tsx");
const ALL = [columns, completeness, filter, statistics, element, views, format, models];

export const ColumnsDialog = dynamic(async () => (await columns()).ColumnsDialog);
export const CompletenessDialog = dynamic(async () => (await completeness()).CompletenessDialog);
export const FilterPanel = dynamic(async () => (await filter()).FilterPanel);
export const StatisticsDialog = dynamic(async () => (await statistics()).StatisticsDialog);
export const OpenElement = dynamic(async () => (await element()).OpenElement);
export const ExportDialog = dynamic(async () => (await format()).ExportDialog);
export const ViewOfModels = dynamic(async () => (await models()).ViewOfModels);
export const ViewsDesk = dynamic(async () => (await views()).ViewsDesk, {
  loading: () => (
    <Loading label={t("Loading views")}>
      <SkeletonTable rows={4} columns={2} />
    </Loading>
  ),
});

const SIGNS = ["pointermove", "pointerdown", "keydown"] as const;

/**
 * Loads all panels at the first sign of activity: they then open at once, and are of the same build as this page, even if the portal is
 * upgraded while it is open.
 */
export function usePanels(): void {
  useEffect(() => {
    const stop = (): void => {
      for (const sign of SIGNS) window.removeEventListener(sign, load);
    };
    const load = (): void => {
      stop();
      // A panel that fails to load is requested again when it is opened.
      for (const panel of ALL) panel().catch(() => undefined);
    };
    for (const sign of SIGNS) window.addEventListener(sign, load, { passive: true });
    return stop;
  }, []);
}
