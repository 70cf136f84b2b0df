/** Kept in this browser alone, and forgotten when the person signs out. */
const KEY = "portico.recent-places";
const KEPT_MAX = 8;

export type RecentPlace = { href: string; label: string; detail: string };

/** Newest first, without the one that is open; empty where the browser keeps nothing. */
export function listRecentPlaces(openHref: string): RecentPlace[] {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) && kept.every(isPlace) ? kept.filter(({ href }) => href !== openHref) : [];
  } catch {
    return [];
  }
}

/** Puts a place in front of those that are kept. */
export function rememberPlace(place: RecentPlace): void {
  const others = listRecentPlaces(place.href);
  try {
    window.localStorage.setItem(KEY, JSON.stringify([place, ...others].slice(0, KEPT_MAX)));
  } catch {
    // A browser that keeps nothing remembers nothing.
  }
}

/** Names of places are not for the next person at this machine. */
export function forgetRecentPlaces(): void {
  try {
    window.localStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}

// By hand: every page of the portal remembers places, and would load zod for this alone.
function isPlace(value: unknown): value is RecentPlace {
  if (typeof value !== "object" || value === null) return false;
  const { href, label, detail } = value as Partial<Record<keyof RecentPlace, unknown>>;
  return typeof href === "string" && typeof label === "string" && typeof detail === "string";
}
