/** Work that a process repeats in the background. */
import { log } from "#lib/core/log/logger.ts";

/**
 * Starts a round of this work every so often; a failed round is logged, and the next one tries again. Must not keep the process running.
 * @param name for the log: "a round of … failed"
 * @returns ends the rounds
 */
export function startRounds(name: string, everyMs: number, round: () => Promise<unknown>): () => void {
  const timer = setInterval(() => {
    round().catch((thrown: unknown) => {
      log.error(`a round of ${name} failed`, thrown);
    });
  }, everyMs);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}
