"use client";
import { useEffect, useState } from "react";
import { askPortal, type Asked } from "#app/_client/ask-portal.ts";
import type { ExportFacts } from "#lib/elements/files/forecast/facts.ts";

/**
 * What the portal knows of what would be exported; asked anew when the table or the view changes.
 * @param view as its address writes it; null: everything
 * @returns null while the values are being looked at
 */
export function useExportFacts(table: string, view: string | null): Asked<ExportFacts> | null {
  const question = new URLSearchParams({ table, ...(view === null ? {} : { view }) }).toString();
  const [known, setKnown] = useState<{ question: string; asked: Asked<ExportFacts> } | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    void askPortal<ExportFacts>(`/api/exports/forecast?${question}`, stop.signal).then((asked) => {
      if (!stop.signal.aborted) setKnown({ question, asked });
    });
    return () => stop.abort();
  }, [question]);
  return known?.question === question ? known.asked : null;
}
