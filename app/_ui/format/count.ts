import { decimalSign, formatNumber } from "#lib/core/texts.ts";

/** A number with thin spaces between thousands: 18 440. Decimals are kept, with the language's decimal sign. */
export function formatCount(value: number): string {
  return formatNumber(value, decimalSign());
}
