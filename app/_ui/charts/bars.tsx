import { Fragment, type ReactNode } from "react";
import { marked } from "../marked.ts";

export type Bar = {
  /** Share of the height, 0 to 1. */
  share: number;
  /** Its meaning, for its tooltip: "2000 to 2100: 14". */
  words: string;
  tone?: "full" | "part" | "low" | "none";
  /** The top part of the bar, for what went wrong. */
  over?: { share: number; tone: "bad" | "unknown" } | undefined;
};

const HEIGHT = 100;
const GAP = 0.12;
const LOW = 2;
const FILLS = {
  full: "fill-ink-1",
  part: "fill-ink-2",
  low: "fill-warn",
  none: "fill-line-strong",
  bad: "fill-bad",
  unknown: "fill-unknown",
} as const;

/** Bars side by side: a distribution, or how full columns are. Drawn with attributes, labelled as one picture. */
export function Bars({
  label,
  bars,
  className = "h-6 w-full",
}: {
  /** The picture in words. */
  label: string;
  bars: readonly Bar[];
  className?: string;
}): ReactNode {
  return (
    <svg
      role="img"
      aria-label={marked(label)}
      viewBox={`0 0 ${String(Math.max(1, bars.length))} ${String(HEIGHT)}`}
      preserveAspectRatio="none"
      className={`block overflow-visible ${className}`}
    >
      {bars.map((bar, index) => {
        const height = bar.share <= 0 ? LOW : Math.max(LOW * 2, Math.min(1, bar.share) * HEIGHT);
        const place = { x: index + GAP / 2, y: HEIGHT - height, width: 1 - GAP };
        return (
          <Fragment key={index}>
            <rect
              {...place}
              height={height}
              className={FILLS[bar.tone ?? (bar.share <= 0 ? "none" : "part")]}
            >
              <title>{marked(bar.words)}</title>
            </rect>
            {bar.over !== undefined && (
              <rect
                {...place}
                height={Math.min(height, Math.max(LOW * 3, bar.over.share * HEIGHT))}
                className={FILLS[bar.over.tone]}
              >
                <title>{marked(bar.words)}</title>
              </rect>
            )}
          </Fragment>
        );
      })}
    </svg>
  );
}

/** A share of a whole as a line, for lists: `share` is 0 to 1. */
export function ShareLine({ share }: { share: number }): ReactNode {
  return (
    <svg aria-hidden className="h-1 w-full overflow-hidden rounded-[2px] bg-ink-3">
      <rect
        width={`${String(Math.min(1, Math.max(0, share)) * 100)}%`}
        height="100%"
        className="fill-ink-2"
      />
    </svg>
  );
}
