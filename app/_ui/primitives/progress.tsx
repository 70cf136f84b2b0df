import type { ReactNode } from "react";
import { marked } from "../marked.ts";

/**
 * The progress of a run. Leave `value` out while the total is unknown: it then only shows activity. The bar is drawn with an SVG attribute,
 * so no inline style is needed.
 */
export function Progress({
  label,
  value,
  max = 100,
  tone = "accent",
  words,
}: {
  label: string;
  value?: number | undefined;
  max?: number;
  tone?: "accent" | "bad" | undefined;
  /** Read by screen readers instead of the per cent: "35 640 of 58 112 elements". */
  words?: string | undefined;
}): ReactNode {
  const share = value === undefined || max <= 0 ? undefined : Math.min(1, Math.max(0, value / max));
  return (
    <div
      role="progressbar"
      aria-label={marked(label)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share === undefined ? undefined : Math.round(share * 100)}
      aria-valuetext={words}
      className="h-1.5 overflow-hidden rounded-[3px] bg-ink-3"
    >
      <svg
        aria-hidden
        className={tone === "bad" ? "block h-full w-full fill-bad" : "block h-full w-full fill-accent"}
      >
        {share === undefined ? (
          <rect className="sliding" width="40%" height="100%" rx="3" />
        ) : (
          <rect width={`${share * 100}%`} height="100%" rx="3" />
        )}
      </svg>
    </div>
  );
}
