"use client";
import type { ReactNode } from "react";
import { t } from "#lib/core/texts.ts";
import { formatRelative, type RelativeStyle } from "../format/relative-time.ts";
import { useNowMs } from "../providers/clock.tsx";

/**
 * A moment relative to now ("4 min ago"), updated; ExactTimes shows the exact one, in the person's own zone, on hover and focus. A text is
 * ISO 8601. `style="bare"` leaves "ago" to the column head.
 */
export function RelativeTime({
  at,
  style = "sentence",
}: {
  at: Date | string;
  style?: RelativeStyle;
}): ReactNode {
  const nowMs = useNowMs();
  const moment = new Date(at);
  const atMs = moment.getTime();
  if (Number.isNaN(atMs)) return <span>{t("not known")}</span>;
  return (
    <time
      data-exact=""
      dateTime={typeof at === "string" ? at : moment.toISOString()}
      tabIndex={0}
      className="rounded-1 whitespace-nowrap"
    >
      {formatRelative(atMs, nowMs, style)}
    </time>
  );
}
