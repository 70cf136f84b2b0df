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

/** What terminals obey or show in another order, beyond what JSON escapes by itself: DEL, C1, marks of direction, line separators. */
const UNSEEN = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** Without secrets, and on one line that says what it says, also to whoever reads the log in a terminal. */
function plain(text: string): string {
  return redact(text).replace(UNSEEN, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function clean(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, typeof value === "string" ? plain(value) : value]),
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
  return plain(parts.join(" <- "));
}

export const log = {
  debug: (event: string, fields: Fields = {}): void => {
    instance().debug(clean(fields), plain(event));
  },
  info: (event: string, fields: Fields = {}): void => {
    instance().info(clean(fields), plain(event));
  },
  warn: (event: string, fields: Fields = {}): void => {
    instance().warn(clean(fields), plain(event));
  },
  error: (event: string, thrown: unknown, fields: Fields = {}): void => {
    instance().error({ ...clean(fields), error: describeError(thrown) }, plain(event));
  },
};
