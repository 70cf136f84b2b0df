/**
 * One JSON line per event, every text redacted. Messages are for operators; they carry a reference id that people see too.
 */
import { inspect } from "node:util";
import { pino } from "pino";
import { getEnv } from "./env.ts";
import { redact } from "./redact.ts";

type Fields = Record<string, string | number | boolean | null | undefined>;

let root: ReturnType<typeof pino> | undefined;

function instance(): ReturnType<typeof pino> {
  root ??= pino({ level: getEnv().LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime });
  return root;
}

function clean(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, typeof value === "string" ? redact(value) : value]),
  );
}

/** A readable, redacted account of anything thrown, causes included. */
export function describeError(thrown: unknown): string {
  const parts: string[] = [];
  let current: unknown = thrown;
  for (let depth = 0; depth < 5 && current !== undefined && current !== null; depth += 1) {
    parts.push(
      current instanceof Error ? (current.stack ?? current.message) : inspect(current, { depth: 2 }),
    );
    current = current instanceof Error ? current.cause : undefined;
  }
  return redact(parts.join(" <- "));
}

export const log = {
  debug: (event: string, fields: Fields = {}): void => {
    instance().debug(clean(fields), redact(event));
  },
  info: (event: string, fields: Fields = {}): void => {
    instance().info(clean(fields), redact(event));
  },
  warn: (event: string, fields: Fields = {}): void => {
    instance().warn(clean(fields), redact(event));
  },
  error: (event: string, thrown: unknown, fields: Fields = {}): void => {
    instance().error({ ...clean(fields), error: describeError(thrown) }, redact(event));
  },
};
