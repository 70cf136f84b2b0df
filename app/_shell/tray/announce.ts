"use client";
import { toast } from "sonner";
import type { WorkItem } from "#lib/features/work/schema.ts";
import { t } from "#lib/core/texts.ts";

const TELLS = { ok: toast.success, bad: toast.error, warn: toast.warning, unknown: toast.warning } as const;

/** Tells wherever one is that work has ended, or come to a stop, with a way to it. */
export function announce(item: WorkItem, show: () => void): void {
  const tell = item.tone === "progress" || item.tone === "idle" ? toast : TELLS[item.tone];
  tell(item.title, {
    id: item.id,
    description: item.words,
    action: { label: t("Show"), onClick: show },
    // A failure stays until somebody has seen it.
    ...(item.tone !== "ok" && item.tone !== "idle" && { duration: Infinity, closeButton: true }),
  });
}
