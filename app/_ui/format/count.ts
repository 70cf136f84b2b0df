const THIN_SPACE = "\u2009";

/** A whole number with thin spaces between thousands: 18 440. Numbers that are not whole keep their decimals. */
export function formatCount(value: number): string {
  const [whole = "", decimals] = String(value).split(".");
  if (whole.includes("e")) return String(value);
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, THIN_SPACE);
  return decimals === undefined ? grouped : `${grouped}.${decimals}`;
}

/** A figure with its noun: 1 door, 214 doors. `plural` is for words that do not just take an s. */
export function formatCounted(value: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(value)} ${value === 1 ? singular : plural}`;
}
