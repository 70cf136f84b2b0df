/**
 * One page of rows that were read with one more than `limit`.
 * @param placeOf where the page after a row begins
 * @returns the page, and where the next one begins; null at the end
 */
export function pageOf<Row, Place>(
  found: readonly Row[],
  limit: number,
  placeOf: (last: Row) => Place,
): { rows: Row[]; next: Place | null } {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: found.length > limit && last !== undefined ? placeOf(last) : null };
}
