import type { ReactNode } from "react";

export type AgeBar = { label: string; count: number; tone: "part" | "low" };

/** Counts of a few groups as lines on one scale, each with its number. */
export function AgeBars({ label, bars }: { label: string; bars: readonly AgeBar[] }): ReactNode {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <ul aria-label={label} className="grid grid-cols-1 gap-2 text-13">
      {bars.map((bar) => (
        <li key={bar.label} className="flex items-center gap-3">
          <span className="w-24 shrink-0">{bar.label}</span>
          <svg aria-hidden className="h-2.5 w-0 flex-1">
            <rect
              width={`${String((bar.count / most) * 100)}%`}
              height="100%"
              rx="1"
              className={bar.tone === "low" ? "fill-warn" : "fill-ink-2"}
            />
          </svg>
          <span className="w-8 shrink-0 text-right font-medium">{bar.count}</span>
        </li>
      ))}
    </ul>
  );
}
