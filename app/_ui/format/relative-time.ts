const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MONTH_MS = 30.44 * DAY_MS;
const YEAR_MS = 365.25 * DAY_MS;

/** How the distance is said: "4 min ago" and "in 4 h", or the bare "4 min" under a head that says "ago". */
export type RelativeStyle = "sentence" | "bare";

/**
 * The distance between two moments in the largest unit that says something: now, min, h, days, months, years.
 * Whole units, cut and never rounded up, so "2 h" means that two hours have passed.
 */
export function formatRelative(atMs: number, nowMs: number, style: RelativeStyle = "sentence"): string {
  const distanceMs = Math.abs(nowMs - atMs);
  if (distanceMs < MINUTE_MS) return style === "bare" ? "now" : "just now";
  const words = sayDistance(distanceMs);
  if (style === "bare") return words;
  return atMs > nowMs ? `in ${words}` : `${words} ago`;
}

function sayDistance(distanceMs: number): string {
  if (distanceMs < HOUR_MS) return `${Math.floor(distanceMs / MINUTE_MS)} min`;
  if (distanceMs < DAY_MS) return `${Math.floor(distanceMs / HOUR_MS)} h`;
  if (distanceMs < 2 * MONTH_MS) return counted(distanceMs / DAY_MS, "day");
  if (distanceMs < 2 * YEAR_MS) return counted(distanceMs / MONTH_MS, "month");
  return counted(distanceMs / YEAR_MS, "year");
}

function counted(value: number, unit: string): string {
  const whole = Math.floor(value);
  return `${whole} ${unit}${whole === 1 ? "" : "s"}`;
}

/** The exact moment in words, in the given zone (the browser's when left out): 21 Nov 2026, 07:38:04 GMT+1. */
export function formatExact(atMs: number, timeZone?: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "short",
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(atMs);
}
