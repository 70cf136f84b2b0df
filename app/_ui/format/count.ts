import { formatNumber } from "#lib/core/numbers.ts";
import { currentLanguage } from "#lib/core/texts.ts";

/** A number with thin spaces between thousands: 18 440. Numbers that are not whole keep their decimals. */
export function formatCount(value: number): string {
  return formatNumber(value, currentLanguage() === "de" ? "," : ".");
}

/** A figure with its noun: 1 door, 214 doors. `plural` is for words that do not just take an s. */
export function formatCounted(value: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(value)} ${value === 1 ? singular : plural}`;
}
