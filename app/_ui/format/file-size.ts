import { formatCount } from "./count.ts";

const UNITS = ["B", "kB", "MB", "GB", "TB", "PB"] as const;

/**
 * A size in bytes for people: decimal units, one decimal below ten, none above (412 MB, 9.7 MB).
 * @throws RangeError when the size is negative or not finite.
 */
export function formatFileSize(bytes: number): string {
  if (!Number.isFinite(bytes) || bytes < 0)
    throw new RangeError(`A size is a number of bytes from 0 on, not ${bytes}.`);
  let value = bytes;
  let unit = 0;
  while (unit < UNITS.length - 1 && roundForUnit(value, unit) >= 1000) {
    value /= 1000;
    unit += 1;
  }
  return `${formatCount(roundForUnit(value, unit))} ${UNITS[unit] ?? "B"}`;
}

function roundForUnit(value: number, unit: number): number {
  return unit === 0 || value >= 9.95 ? Math.round(value) : Math.round(value * 10) / 10;
}
