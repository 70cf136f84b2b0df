import { formatNumber } from "#lib/core/numbers.ts";
import { currentLanguage } from "#lib/core/texts.ts";

/** A number with thin spaces between thousands: 18 440. Numbers that are not whole keep their decimals. */
export function formatCount(value: number): string {
  return formatNumber(value, currentLanguage() === "de" ? "," : ".");
}
