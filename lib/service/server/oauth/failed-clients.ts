/**
 * Limits token requests with wrong credentials: failures are counted by network (an IPv4 address or an IPv6 /64, and the /48 around it) and
 * by client id, in memory and for each process. After a burst, requests are refused before the database is queried. Credentials that were
 * right recently are never refused, whatever their network and whoever else fails there.
 */
import { LRUCache } from "lru-cache";
import { sha256Hex } from "#lib/core/ids.ts";
import { networkKeys } from "#lib/core/network/network-key.ts";
import { createBuckets, type Rate } from "../http/buckets.ts";
import { oauthError } from "./errors.ts";

export type ClientCredentials = {
  clientId: string;
  /** null when none was sent. */
  secret: string | null;
  /** Whether the Authorization header was used; a refusal then names the scheme. */
  basic: boolean;
};

/** The allowed failures; a client with a few mistakes may try again within seconds. */
const NEAR: Rate = { perSecond: 1, burst: 60 };
const WIDE: Rate = { perSecond: 4, burst: 240 };
const KEYS_MAX = 50_000;
/** More than the applications that a portal has. */
const GOOD_MAX = 50_000;

const failures = createBuckets(KEYS_MAX);
/** SHA-256 of client id and secret. */
const goodLately = new LRUCache<string, true>({ max: GOOD_MAX });

/**
 * One client's try.
 * @param networkAddress "" if unknown: then only the client id counts
 * @throws WireError 429 with `Retry-After` after too many failures
 */
export function beginTry({ clientId, secret }: ClientCredentials, networkAddress: string) {
  const { near, wide } = networkKeys(networkAddress);
  const credentials = sha256Hex(JSON.stringify([clientId, secret]));
  const keys: (readonly [string, Rate])[] = [
    [`client ${sha256Hex(clientId)}`, NEAR],
    ...(near === "" ? [] : [[`network ${near}`, NEAR] as const]),
    ...(wide === null ? [] : [[`network ${wide}`, WIDE] as const]),
  ];
  if (!goodLately.has(credentials)) {
    const seconds = Math.max(...keys.map(([key, rate]) => failures.secondsToWait(key, rate)));
    if (seconds > 0) {
      const description = `Too many requests with wrong credentials. Expected available in ${String(seconds)} seconds.`;
      // RFC 6749 has no code for it; RFC 6585 section 4 has the status.
      throw oauthError(429, "temporarily_unavailable", description, { "Retry-After": String(seconds) });
    }
  }
  return {
    hasFailed: (): void => {
      goodLately.delete(credentials);
      for (const [key, rate] of keys) failures.take(key, rate);
    },
    hasSucceeded: (): void => {
      goodLately.set(credentials, true);
    },
  };
}
