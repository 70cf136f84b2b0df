/**
 * A brake for runaway clients (wire-facts.md: 429): each application may make so many calls per second, with room for bursts of ten
 * seconds' worth. Counted per process and kept in memory; what is refused was not carried out.
 */
import { now } from "#lib/core/clock.ts";
import { getEnv } from "#lib/core/env.ts";
import { TEXT } from "#lib/service/contract/errors.ts";
import { detailError } from "./http/errors.ts";

const BURST_SECONDS = 10;
const APPLICATIONS_MAX = 10_000;

type Bucket = { left: number; atMs: number };
const buckets = new Map<number, Bucket>();

/**
 * Counts a call of the application.
 * @throws WireError 429 with `Retry-After` in seconds (RFC 9110 section 10.2.3).
 */
export function requireRate(applicationId: number): void {
  const perSecond = getEnv().PORTICO_SERVICE_RATE;
  if (perSecond === 0) return;
  const atMs = now().getTime();
  const bucket = fill(buckets.get(applicationId), perSecond, atMs);
  if (bucket.left < 1) {
    const seconds = String(Math.ceil((1 - bucket.left) / perSecond));
    throw detailError(429, `${TEXT.throttled} Expected available in ${seconds} seconds.`, {
      "Retry-After": seconds,
    });
  }
  if (buckets.size >= APPLICATIONS_MAX) buckets.clear();
  buckets.set(applicationId, { left: bucket.left - 1, atMs: bucket.atMs });
}

/** The bucket as it stands now; a clock that went back adds nothing. */
function fill(bucket: Bucket | undefined, perSecond: number, atMs: number): Bucket {
  const full = perSecond * BURST_SECONDS;
  if (bucket === undefined) return { left: full, atMs };
  const passedMs = Math.max(0, atMs - bucket.atMs);
  return { left: Math.min(full, bucket.left + (passedMs / 1000) * perSecond), atMs };
}
