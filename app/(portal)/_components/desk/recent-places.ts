import { z } from "zod";

/** Kept in this browser alone, and forgotten when the person signs out. */
const KEY = "portico.recent-places";
const KEPT_MAX = 8;

const placesSchema = z.array(z.object({ href: z.string(), label: z.string(), detail: z.string() }));
export type RecentPlace = z.infer<typeof placesSchema>[number];

/** Newest first, without the one that is open; empty where the browser keeps nothing. */
export function listRecentPlaces(openHref: string): RecentPlace[] {
  try {
    const kept = placesSchema.safeParse(JSON.parse(window.localStorage.getItem(KEY) ?? "[]"));
    return kept.success ? kept.data.filter(({ href }) => href !== openHref) : [];
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
