/**
 * The rate limit for runaway clients (docs/service "Limits"): each application may make a number of calls per second, with room for bursts
 * of ten seconds' worth. Counted in memory for each process; a refused call was not carried out.
 */
import { getEnv } from "#lib/core/env.ts";
import { TEXT } from "#lib/service/contract/errors.ts";
import { Buckets } from "./http/buckets.ts";
import { detailError } from "./http/errors.ts";

const BURST_SECONDS = 10;
const APPLICATIONS_MAX = 10_000;

const buckets = new Buckets(APPLICATIONS_MAX);

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
