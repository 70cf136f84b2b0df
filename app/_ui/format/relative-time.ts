import { currentLanguage, msg, t } from "#lib/core/texts.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MONTH_MS = 30.44 * DAY_MS;
const YEAR_MS = 365.25 * DAY_MS;

/** The form of the text: "4 min ago" and "in 4 h", or the bare "4 min" under a head that says "ago". */
export type RelativeStyle = "sentence" | "bare";

/**
 * The time between two moments in the largest suitable unit: now, min, h, days, months, years. Whole units, never rounded up, so "2 h"
 * means that two hours have passed.
 */
export function formatRelative(atMs: number, nowMs: number, style: RelativeStyle = "sentence"): string {
  const distanceMs = Math.abs(nowMs - atMs);
  if (distanceMs < MINUTE_MS) return style === "bare" ? t("now") : t("just now");
  const words = WORDS[style === "bare" ? "bare" : atMs > nowMs ? "ahead" : "ago"];
  const { unit, unitMs } = unitOf(distanceMs);
  return t(words[unit], { count: Math.floor(distanceMs / unitMs) });
}

/** In other languages a unit's word depends on its context, so each is a complete sentence. */
const WORDS = {
  bare: {
    minute: msg("{count} min"),
    hour: msg("{count} h"),
    day: msg("{count, plural, one {# day} other {# days}}"),
    month: msg("{count, plural, one {# month} other {# months}}"),
    year: msg("{count, plural, one {# year} other {# years}}"),
  },
  ago: {
    minute: msg("{count} min ago"),
    hour: msg("{count} h ago"),
    day: msg("{count, plural, one {# day} other {# days}} ago"),
    month: msg("{count, plural, one {# month} other {# months}} ago"),
    year: msg("{count, plural, one {# year} other {# years}} ago"),
  },
  ahead: {
    minute: msg("in {count} min"),
    hour: msg("in {count} h"),
    day: msg("in {count, plural, one {# day} other {# days}}"),
    month: msg("in {count, plural, one {# month} other {# months}}"),
    year: msg("in {count, plural, one {# year} other {# years}}"),
  },
} as const;

function unitOf(distanceMs: number): { unit: keyof (typeof WORDS)["bare"]; unitMs: number } {
  if (distanceMs < HOUR_MS) return { unit: "minute", unitMs: MINUTE_MS };
  if (distanceMs < DAY_MS) return { unit: "hour", unitMs: HOUR_MS };
  if (distanceMs < 2 * MONTH_MS) return { unit: "day", unitMs: DAY_MS };
  if (distanceMs < 2 * YEAR_MS) return { unit: "month", unitMs: MONTH_MS };
  return { unit: "year", unitMs: YEAR_MS };
}

/** The exact moment in words, in the given zone (by default the browser's): 21 Nov 2026, 07:38:04 GMT+1. */
export function formatExact(atMs: number, timeZone?: string): string {
  return new Intl.DateTimeFormat(currentLanguage() === "de" ? "de-DE" : "en-GB", {
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
