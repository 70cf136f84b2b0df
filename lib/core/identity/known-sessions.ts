/**
 * Session cookies that were recently valid, so that the process can distinguish signed-in people from strangers before any database query.
 * This only decides who goes first (lib/boot/edge/admission.ts); it grants no access.
 */
import { sha256Hex } from "../ids.ts";
import { oncePerProcess } from "../once-per-process.ts";

/** The idle time of a session. */
const KEPT_MS = 30 * 60_000;
const SESSIONS_MAX = 10_000;
/** Cookies of staff and of invited people. */
const COOKIE = /(?:^|;\s*)(?:(?:__Host-)?portico\.session|portico_platform)=([^;\s]+)/g;

/** Digest of a cookie's value → when it was last valid; the oldest first. */
const sessions = oncePerProcess("known sessions", () => new Map<string, number>());

/** @param value of a cookie that has just opened a session */
export function rememberSession(value: string): void {
  const key = sha256Hex(value);
  sessions.delete(key);
  sessions.set(key, performance.now());
  const [oldest] = sessions.keys();
  if (sessions.size > SESSIONS_MAX && oldest !== undefined) sessions.delete(oldest);
}

/** @returns a key for counting this session's requests; null when the header has no known session */
export function findKnownSession(cookieHeader: string | undefined): string | null {
  for (const [, value = ""] of (cookieHeader ?? "").matchAll(COOKIE)) {
    const key = sha256Hex(value);
    if (performance.now() - (sessions.get(key) ?? -Infinity) < KEPT_MS) return key;
  }
  return null;
}
