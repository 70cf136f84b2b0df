"use client";
import { useEffect, useState } from "react";
import { askPortalAbout, type Asked } from "#app/_client/ask-portal.ts";
import type { BulkFacts } from "#lib/features/exports/bulk-schema.ts";

/** Typing and ticking go on for a while before anything is asked. */
const REST_MS = 350;

/**
 * What the portal knows of the models before they are exported; asked anew when the question changes.
 * @param question as JSON; null: it cannot be asked yet
 * @returns null while the values are being looked at
 */
export function useBulkFacts(question: string | null): Asked<BulkFacts> | null {
  const [known, setKnown] = useState<{ question: string; asked: Asked<BulkFacts> } | null>(null);
  useEffect(() => {
    if (question === null) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      void askPortalAbout<BulkFacts>("/api/exports/bulk/forecast", JSON.parse(question), stop.signal).then(
        (asked) => {
          if (!stop.signal.aborted) setKnown({ question, asked });
        },
      );
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [question]);
  return known !== null && known.question === question ? known.asked : null;
}
