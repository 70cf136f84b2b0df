"use client";
import { usePolled } from "#app/_client/use-polled.ts";
import type { ExportRunView } from "#lib/features/exports/queries.ts";
import { isActive } from "#lib/core/export-states.ts";

const HOW = {
  pathOf: (id: string) => `/api/exports/${id}` as const,
  isActive: ({ state }: ExportRunView) => isActive(state),
  lookMs: 1_000,
};

/** The current state of export runs: running ones are polled once a second. */
export function usePolledRuns(given: readonly ExportRunView[]): {
  items: readonly ExportRunView[];
  trouble: string | null;
} {
  return usePolled(given, HOW);
}
