/**
 * Session cookies that were found good a short while ago, so that the process can tell people who are signed in from strangers before
 * anybody has looked at the database. That decides only who goes first (lib/boot/edge/admission.ts); it lets nobody in.
 */
import { sha256Hex } from "../ids.ts";
import { oncePerProcess } from "../once-per-process.ts";

/** As long as a session lasts without use. */
const KEPT_MS = 30 * 60_000;
const SESSIONS_MAX = 10_000;
/** Cookies of staff and of invited people. */
const COOKIE = /(?:^|;\s*)(?:(?:__Host-)?portico\.session|portico_platform)=([^;\s]+)/g;

/** Digest of a cookie's value → when it was last found good; the oldest first. */
const sessions = oncePerProcess("known sessions", () => new Map<string, number>());

/** @param value of a cookie that has just been found to open a session */
export function rememberSession(value: string): void {
  const key = sha256Hex(value);
  sessions.delete(key);
  sessions.set(key, performance.now());
  const [oldest] = sessions.keys();
  if (sessions.size > SESSIONS_MAX && oldest !== undefined) sessions.delete(oldest);
}

/** @returns a key for counting this session's requests; null when the header holds none that is known */
export function findKnownSession(cookieHeader: string | undefined): string | null {
  for (const [, value = ""] of (cookieHeader ?? "").matchAll(COOKIE)) {
    const key = sha256Hex(value);
    if (performance.now() - (sessions.get(key) ?? -Infinity) < KEPT_MS) return key;
  }
  return null;
}
