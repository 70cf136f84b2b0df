/**
 * One circuit per connection for calls that only read: after 5 failures in a row nobody waits for the next for 30 s, then one call
 * tries. It never stands before a call that creates something: those fail by themselves, once, and say so.
 */

const FAILURES_MAX = 5;
const REST_MS = 30_000;

type Circuit = { failures: number; restUntilMs: number };

const circuits = new Map<string, Circuit>();

/** Milliseconds until the connection is tried again; 0: go ahead. One caller after the rest goes ahead, the others wait on. */
export function restMs(key: string): number {
  const circuit = circuits.get(key);
  if (circuit === undefined || circuit.failures < FAILURES_MAX) return 0;
  const leftMs = circuit.restUntilMs - performance.now();
  if (leftMs > 0) return leftMs;
  // Should the one that tries never come back, the next may try after another rest.
  circuit.restUntilMs = performance.now() + REST_MS;
  return 0;
}

/** Tells what came of a call: an answer of any kind closes the circuit, silence and faults of the service open it. */
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
