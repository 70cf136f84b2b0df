"use client";
import dynamic from "next/dynamic";
import { useEffect } from "react";
import { Loading, SkeletonTable } from "#app/_ui/primitives/skeleton.tsx";
import { t } from "#lib/core/texts.ts";

/*
 * What opens over or beside the table. Most visits open none of it, so the page does not wait for its script.
 */

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
 * Loads all of it as soon as somebody stirs on the page: what is opened then opens at once, and stays what this page was built with, even
 * if the portal is upgraded while the page is open.
 */
export function usePanels(): void {
  useEffect(() => {
    const stop = (): void => {
      for (const sign of SIGNS) window.removeEventListener(sign, load);
    };
    const load = (): void => {
      stop();
      // What does not come is asked for again when it is opened.
      for (const panel of ALL) panel().catch(() => undefined);
    };
    for (const sign of SIGNS) window.addEventListener(sign, load, { passive: true });
    return stop;
  }, []);
}
