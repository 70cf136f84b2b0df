import { formatNumber } from "#lib/core/numbers.ts";
import { currentLanguage } from "#lib/core/texts.ts";

/** A number with thin spaces between thousands: 18 440. Numbers that are not whole keep their decimals. */
export function formatCount(value: number): string {
  return formatNumber(value, currentLanguage() === "de" ? "," : ".");
}

/**
 * A number that a model holds, grouped, with a decimal point in every language: it stands beside cells, which show numbers as the service
 * wrote them, and a comma beside a point would be read as another number.
 */
export function formatModelNumber(value: number): string {
  return formatNumber(value, ".");
}
