/**
 * What the starter prints for the person at the terminal: one line per step. Nothing else in lib prints; the running product writes its log
 * (lib/core/log/logger.ts).
 */

/** Prints one line. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** "0.4 s", for lines that say how long something took. */
export function formatDuration(durationMs: number): string {
  return `${(durationMs / 1000).toFixed(1)} s`;
}
