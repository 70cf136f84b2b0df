/** Processes of Node.js that a test starts, and mostly kills: what keeps their start short. */
import { flushCompileCache } from "node:module";

/**
 * They end before optimised code, or garbage collection on further threads, would pay. Without these two switches, the start and the first
 * query take half as much processor time again.
 */
export const SHORT_PROCESS = ["--single-threaded-gc", "--liftoff-only"] as const;

/** In the process: tells the test that everything is loaded. A killed process cannot write the compiler's cache at its end. */
export function sayReady(word = "ready"): void {
  flushCompileCache();
  process.stdout.write(`${word}\n`);
}
