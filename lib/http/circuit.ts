/**
 * A circuit breaker for each connection, only for calls that read: after 5 failures in a row, calls fail at once for 30 s, then one call
 * tries again. It never blocks calls that create something: those fail on their own, once, with their own error.
 */

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
