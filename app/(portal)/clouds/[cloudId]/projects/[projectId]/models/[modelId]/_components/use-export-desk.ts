"use client";
import { useMemo, useState } from "react";
import { usePolledRuns } from "#app/_features/exports/use-polled-runs.ts";
import { startExportAction } from "#app/_features/exports/actions.ts";
import { useActionForm, type ActionForm } from "#app/_ui/forms/use-action-form.ts";
import type { ExportRunView } from "#lib/features/exports/queries.ts";
import { useDownloadWhenDone } from "./use-download-when-done.ts";

export type ExportDesk = {
  form: ActionForm<{ run: ExportRunView; nextKey: string }>;
  key: string;
  run: ExportRunView | null;
  trouble: string | null;
  show: (run: ExportRunView | null) => void;
};

/** The export of the page's table: started here, followed to its end, downloaded when done. */
export function useExportDesk(firstKey: string): ExportDesk {
  const [key, setKey] = useState(firstKey);
  const [started, show] = useState<ExportRunView | null>(null);
  const form = useActionForm(startExportAction, ({ run, nextKey }) => {
    show(run);
    setKey(nextKey);
  });
  const given = useMemo(() => (started === null ? [] : [started]), [started]);
  const { items, trouble } = usePolledRuns(given);
  const run = items[0] ?? null;
  useDownloadWhenDone(run);
  return { form, key, run, trouble, show };
}
