import type { ReactNode } from "react";
import { t } from "#lib/core/texts.ts";
import { cx } from "../cx.ts";
import { marked } from "../marked.ts";
import { isShown } from "../shown.ts";
import { wrapped } from "../wrapped.ts";
import { InfoIcon, ToneIcon } from "./tone.tsx";

export type NoteTone = "info" | "ok" | "warn" | "bad" | "unknown";

const LOOK: Record<NoteTone, string> = {
  info: "border-line-strong bg-surface-2",
  ok: "border-ok-line bg-ok-soft [&>.lucide]:text-ok",
  warn: "border-warn-line bg-warn-soft [&>.lucide]:text-warn",
  bad: "border-bad-line bg-bad-soft [&>.lucide]:text-bad",
  unknown: "border-unknown-line bg-unknown-soft [&>.lucide]:text-unknown",
};

/**
 * A message inside the page, beside its cause: what happened (`title`), why and what to do (children), the next step (`action`), and the
 * reference for questions (`reference`). `live` announces it: errors at once, others politely; set it on messages that appear after an
 * action, not on those shown from the start.
 */
export function Note({
  tone = "info",
  title,
  children,
  action,
  reference,
  referenceLabel,
  live = false,
}: {
  tone?: NoteTone;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  reference?: string | null | undefined;
  /** By default "Reference for support". */
  referenceLabel?: string;
  live?: boolean;
}): ReactNode {
  return (
    <div
      role={live ? (tone === "bad" ? "alert" : "status") : undefined}
      className={cx("flex gap-2.5 rounded-2 border px-3 py-2.5 text-13 text-fg-2", LOOK[tone])}
    >
      {tone === "info" ? <InfoIcon className="mt-px" /> : <ToneIcon tone={tone} className="mt-px" />}
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {isShown(title) && <b className="text-fg">{wrapped(title)}</b>} {wrapped(children)}
        {reference !== undefined && reference !== null && reference !== "" && (
          <span className="mt-1 block text-12">
            {marked(referenceLabel) ?? t("Reference for support")}{" "}
            <span className="font-mono select-all">{reference}</span>
          </span>
        )}
        {isShown(action) && <div className="mt-2.5 flex flex-wrap gap-2">{action}</div>}
      </div>
    </div>
  );
}
