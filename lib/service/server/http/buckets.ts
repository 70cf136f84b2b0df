/**
 * Token buckets by key, kept in memory: each has room for a burst and refills at a steady rate. Only the most recently used keys are kept,
 * so that a flood of new keys takes bounded memory. And the rate limit for runaway clients (docs/service "Limits"): each application may
 * make a number of calls per second, with room for bursts of ten seconds' worth. Counted for each process; a refused call was not carried
 * out.
 */
import { LRUCache } from "lru-cache";
import { now } from "#lib/core/clock.ts";
import { getEnv } from "#lib/core/env.ts";
import { TEXT } from "#lib/service/contract/errors.ts";
import { detailError } from "./errors.ts";

export type Rate = { perSecond: number; burst: number };

type Bucket = { left: number; atMs: number };

export function createBuckets(keysMax: number) {
  const kept = new LRUCache<string, Bucket>({ max: keysMax });

  /** The bucket with its current level; a clock that was set back adds nothing. */
  function fill(key: string, { perSecond, burst }: Rate): Bucket {
    const atMs = now().getTime();
    const bucket = kept.peek(key);
    if (bucket === undefined) return { left: burst, atMs };
    const passedMs = Math.max(0, atMs - bucket.atMs);
    return { left: Math.min(burst, bucket.left + (passedMs / 1000) * perSecond), atMs };
  }

  return {
    /** Whole seconds until a token can be taken; 0: now. */
    secondsToWait: (key: string, rate: Rate): number => {
      const { left } = fill(key, rate);
      return left >= 1 ? 0 : Math.ceil((1 - left) / rate.perSecond);
    },
    /** Takes a token; an empty bucket stays empty. */
    take: (key: string, rate: Rate): void => {
      const { left, atMs } = fill(key, rate);
      kept.set(key, { left: Math.max(0, left - 1), atMs });
    },
    countKept: (): number => kept.size,
  };
}

const BURST_SECONDS = 10;
const APPLICATIONS_MAX = 10_000;

const buckets = createBuckets(APPLICATIONS_MAX);

/**
 * Counts a call of the application.
 * @throws WireError 429 with `Retry-After` in seconds (RFC 9110 section 10.2.3).
 */
export function requireRate(applicationId: number): void {
  const perSecond = getEnv().PORTICO_SERVICE_RATE;
  if (perSecond === 0) return;
  const rate = { perSecond, burst: perSecond * BURST_SECONDS };
  const key = String(applicationId);
  const seconds = String(buckets.secondsToWait(key, rate));
  if (seconds !== "0")
    throw detailError(429, `${TEXT.throttled} Expected available in ${seconds} seconds.`, {
      "Retry-After": seconds,
    });
  buckets.take(key, rate);
}
