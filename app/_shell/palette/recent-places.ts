/** Stored only in this browser, and deleted when the person signs out. */
const KEY = "portico.recent-places";
const KEPT_MAX = 8;

export type RecentPlace = { href: string; label: string; detail: string };

/** Newest first, without the current page; empty where the browser stores nothing. */
export function listRecentPlaces(openHref: string): RecentPlace[] {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) && kept.every(isPlace) ? kept.filter(({ href }) => href !== openHref) : [];
  } catch {
    return [];
  }
}

/** Adds a place at the front. */
export function rememberPlace(place: RecentPlace): void {
  const others = listRecentPlaces(place.href);
  try {
    window.localStorage.setItem(KEY, JSON.stringify([place, ...others].slice(0, KEPT_MAX)));
  } catch {
    // Without storage nothing is remembered.
  }
}

/** The next person at this machine must not see names of places. */
export function forgetRecentPlaces(): void {
  try {
    window.localStorage.removeItem(KEY);
  } catch {
    // Nothing was stored.
  }
}

// By hand: every page of the portal remembers places, and would load zod only for this.
function isPlace(value: unknown): value is RecentPlace {
  if (typeof value !== "object" || value === null) return false;
  const { href, label, detail } = value as Partial<Record<keyof RecentPlace, unknown>>;
  return typeof href === "string" && typeof label === "string" && typeof detail === "string";
}
