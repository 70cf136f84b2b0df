"use client";
import { useEffect, useRef } from "react";
import { fileHref } from "#app/_features/exports/run-words.ts";
import type { ExportRunView } from "#lib/features/exports/schema.ts";

/** Hands the finished file to the browser, once for each run. */
export function useDownloadWhenDone(run: ExportRunView | null): void {
  const handed = useRef<string | null>(null);
  const readyId = run?.hasFile === true ? run.id : null;
  const fileName = run?.fileName ?? "";
  useEffect(() => {
    if (readyId === null || handed.current === readyId) return;
    handed.current = readyId;
    // A link, not a change of address: should the file be refused, the page stays.
    const link = document.createElement("a");
    link.href = fileHref(readyId);
    link.download = fileName;
    link.click();
  }, [readyId, fileName]);
}
