/**
 * Next writes errors of its answers to the console, with stacks, and strangers can cause that at will. This shortens each text and limits
 * all of them together.
 */
import { inspect } from "node:util";
import { log } from "#lib/core/log/logger.ts";
import { createLogPace } from "#lib/core/log/log-pace.ts";
import { redact } from "#lib/core/log/redact.ts";

const TEXTS_PER_MINUTE = 120;
const LENGTH_MAX = 2_000;

/** Replaces console.error and console.warn of this process. */
export function paceConsole(): void {
  const mayWrite = createLogPace(TEXTS_PER_MINUTE, (_kind, leftOut) => {
    log.warn("more errors and warnings of the framework were left out in the last minute", { leftOut });
  });
  const write = (...parts: unknown[]): void => {
    if (!mayWrite("console")) return;
    const text = parts
      .map((part) => (typeof part === "string" ? part : inspect(part, { depth: 2 })))
      .join(" ");
    process.stderr.write(`${redact(text, LENGTH_MAX)}\n`);
  };
  Object.assign(globalThis.console, { error: write, warn: write });
}
