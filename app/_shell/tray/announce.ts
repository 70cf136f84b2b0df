"use client";
import { toast } from "#app/_ui/providers/toast.ts";
import type { WorkItem } from "#lib/features/work/schema.ts";
import { t } from "#lib/core/texts.ts";

const TELLS = { ok: toast.success, bad: toast.error, warn: toast.warning, unknown: toast.warning } as const;

/** Announces on any page that work has ended or stopped, with a link to it. */
export function announce(item: WorkItem, show: () => void): void {
  const tell = item.tone === "progress" || item.tone === "idle" ? toast : TELLS[item.tone];
  tell(item.title, {
    id: item.id,
    description: item.words,
    action: { label: t("Show"), onClick: show },
    // A failure stays until somebody dismisses it.
    ...(item.tone !== "ok" && item.tone !== "idle" && { duration: Infinity, closeButton: true }),
  });
}
