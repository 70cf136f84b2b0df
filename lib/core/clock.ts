/**
 * Time for everything that stores or compares it. Tests move it with `setClock`; nothing else calls Date.now for
 * business decisions.
 */

let source: () => number = () => Date.now();

/** Now, as a Date. */
export function now(): Date {
  return new Date(source());
}

/** Now plus a number of milliseconds. */
export function after(delayMs: number): Date {
  return new Date(source() + delayMs);
}

/** Replaces the clock (tests); returns the function that restores the old one. */
export function setClock(next: () => number): () => void {
  const previous = source;
  source = next;
  return () => {
    source = previous;
  };
}
