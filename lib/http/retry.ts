/**
 * Repeats safe calls: up to 4 tries, full jitter from 0.5 to 8 s, Retry-After honoured up to a cap. Must never be used for a call that
 * creates something or sends an email: those fail on their own, once, with their own error. And a circuit breaker for each connection, also
 * only for calls that read: after 5 failures in a row, calls fail at once for 30 s, then one call tries again.
 */
import { setTimeout as sleep } from "node:timers/promises";

export type RetryRules = {
  tries: number;
  baseMs: number;
  delayMsMax: number;
  /** A longer Retry-After is not awaited; the caller gets the failure instead. */
  retryAfterMsMax: number;
};

/** For people who wait at a page. */
export const PAGE_RETRIES: RetryRules = { tries: 4, baseMs: 500, delayMsMax: 8_000, retryAfterMsMax: 5_000 };

/** For jobs that may wait: Retry-After up to 15 minutes. */
export const JOB_RETRIES: RetryRules = { ...PAGE_RETRIES, retryAfterMsMax: 15 * 60_000 };

/** The outcome of one try: a result, or a failure that may or may not be retried. */
export type Try<T> =
  | { ok: true; value: T }
  | { ok: false; error: Error; repeat: boolean; retryAfterMs?: number | undefined };

/**
 * Runs `attempt` until it succeeds, may not be retried, or the tries are used up.
 * @throws the last failure's error, or the abort reason.
 */
export async function withRetries<T>(
  rules: RetryRules,
  attempt: (n: number) => Promise<Try<T>>,
  signal?: AbortSignal,
): Promise<T> {
  for (let n = 1; ; n += 1) {
    const result = await attempt(n);
    if (result.ok) return result.value;
    const asked = result.retryAfterMs ?? 0;
    if (!result.repeat || n >= rules.tries || asked > rules.retryAfterMsMax) throw result.error;
    const jitter = Math.random() * Math.min(rules.delayMsMax, rules.baseMs * 2 ** (n - 1));
    await sleep(Math.max(asked, jitter), undefined, signal === undefined ? {} : { signal });
  }
}

/**
 * Milliseconds a Retry-After header asks for (RFC 9110 section 10.2.3: seconds or a date); undefined when absent,
 * negative or unreadable.
 */
export function parseRetryAfter(value: string | undefined, nowMs: number = Date.now()): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1000;
  if (!/^[A-Za-z]{3,9},? /.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) || at < nowMs ? undefined : at - nowMs;
}

const FAILURES_MAX = 5;
const REST_MS = 30_000;

type Circuit = { failures: number; restUntilMs: number };

const circuits = new Map<string, Circuit>();

/** Milliseconds until the connection is tried again; 0: go ahead. After the pause only one caller goes ahead; the others keep waiting. */
export function restMs(key: string): number {
  const circuit = circuits.get(key);
  if (circuit === undefined || circuit.failures < FAILURES_MAX) return 0;
  const leftMs = circuit.restUntilMs - performance.now();
  if (leftMs > 0) return leftMs;
  // If the trying call never reports, the next may try after another pause.
  circuit.restUntilMs = performance.now() + REST_MS;
  return 0;
}

/** Reports the result of a call: any answer closes the circuit, silence and faults of the service open it. */
export function report(key: string, isFailure: boolean): void {
  if (!isFailure) {
    circuits.delete(key);
    return;
  }
  const circuit = circuits.get(key) ?? { failures: 0, restUntilMs: 0 };
  circuit.failures += 1;
  if (circuit.failures >= FAILURES_MAX) circuit.restUntilMs = performance.now() + REST_MS;
  circuits.set(key, circuit);
}
