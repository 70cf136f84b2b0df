import { decimalSign, formatNumber } from "#lib/core/texts.ts";

/** A number with thin spaces between thousands: 18 440. Numbers that are not whole keep their decimals, after the language's sign. */
export function formatCount(value: number): string {
  return formatNumber(value, decimalSign());
}
