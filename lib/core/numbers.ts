/**
 * How a number is written for people: thin spaces between thousands, the language's decimal sign. Exports have rules of their own
 * (lib/elements); this is for pages and sentences only.
 */
const THIN_SPACE = "\u2009";

/** A number with thin spaces between thousands, 18 440; numbers that are not whole keep their decimals, after the language's sign. */
export function formatNumber(value: number, decimalSign: "." | ","): string {
  const [whole = "", decimals] = String(value).split(".");
  if (whole.includes("e")) return String(value);
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, THIN_SPACE);
  return decimals === undefined ? grouped : `${grouped}${decimalSign}${decimals}`;
}
