/**
 * One JSON line per event, every text redacted. Messages are for operators; they carry a reference id that people see too.
 */
import { inspect } from "node:util";
import { pino } from "pino";
import { getEnv } from "../env.ts";
import { redact } from "./redact.ts";

type Fields = Record<string, string | number | boolean | null | undefined>;

let root: ReturnType<typeof pino> | undefined;

function instance(): ReturnType<typeof pino> {
  root ??= pino({ level: getEnv().LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime });
  return root;
}

/** What terminals obey or show in another order, beyond what JSON escapes by itself: DEL, C1, marks of direction, line separators. */
const UNSEEN = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** Characters of one text: strangers choose some of them, and a line is for reading. */
const TEXT_MAX = 2_000;
/** Characters of an error with its stack and its causes. */
const ERROR_MAX = 16_000;

/** Without secrets, and on one line that says what it says, also to whoever reads the log in a terminal. */
function plain(text: string, lengthMax = TEXT_MAX): string {
  const seen = redact(text, lengthMax).replace(
    UNSEEN,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  const leftOut = text.length - lengthMax;
  return leftOut > 0 ? `${seen} (${String(leftOut)} characters left out)` : seen;
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
  return plain(parts.join(" <- "), ERROR_MAX);
}

/** Nothing is done for a line that the level leaves out. */
function write(level: "debug" | "info" | "warn", event: string, fields: Fields): void {
  const logger = instance();
  if (logger.isLevelEnabled(level)) logger[level](clean(fields), plain(event));
}

export const log = {
  debug: (event: string, fields: Fields = {}): void => {
    write("debug", event, fields);
  },
  info: (event: string, fields: Fields = {}): void => {
    write("info", event, fields);
  },
  warn: (event: string, fields: Fields = {}): void => {
    write("warn", event, fields);
  },
  error: (event: string, thrown: unknown, fields: Fields = {}): void => {
    const logger = instance();
    if (!logger.isLevelEnabled("error")) return;
    logger.error({ ...clean(fields), error: describeError(thrown) }, plain(event));
  },
};
