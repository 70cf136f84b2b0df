"use client";
import { useEffect, useRef } from "react";
import { fileHref } from "#app/_features/exports/run-files.ts";
import type { ExportRunView } from "#lib/features/exports/queries.ts";

/** Starts the browser's download of the finished file, once per run. */
export function useDownloadWhenDone(run: ExportRunView | null): void {
  const handed = useRef<string | null>(null);
  const readyId = run?.hasFile === true ? run.id : null;
  const fileName = run?.fileName ?? "";
  useEffect(() => {
    if (readyId === null || handed.current === readyId) return;
    handed.current = readyId;
    // A link, not a navigation: if the file is refused, the page stays.
    const link = document.createElement("a");
    link.href = fileHref(readyId);
    link.download = fileName;
    link.click();
  }, [readyId, fileName]);
}
