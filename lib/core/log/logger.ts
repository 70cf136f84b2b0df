/** One JSON line for each event, every text redacted. Messages are for operators; they contain a reference that people see too. */
import { inspect } from "node:util";
import { pino } from "pino";
import { getEnv } from "../env.ts";
import { redact } from "./redact.ts";

export type Fields = Record<string, string | number | boolean | null | undefined>;

let root: ReturnType<typeof pino> | undefined;

function instance(): ReturnType<typeof pino> {
  root ??= pino({ level: getEnv().LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime });
  return root;
}

/** Characters that control terminals or reorder text, beyond those that JSON escapes: DEL, C1, marks of direction, line separators. */
const UNSEEN = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** The most characters of one text: strangers choose some texts, and people must be able to read a line. */
const TEXT_MAX = 2_000;
/** The most characters of an error with its stack and its causes. */
const ERROR_MAX = 16_000;

/** A text without secrets, on one line, that a terminal displays faithfully. */
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

/** A readable, redacted description of anything thrown, causes included. */
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

/** Does no work for a line below the log level. */
function writer(level: "debug" | "info" | "warn") {
  return (event: string, fields: Fields = {}): void => {
    const logger = instance();
    if (logger.isLevelEnabled(level)) logger[level](clean(fields), plain(event));
  };
}

export const log = {
  debug: writer("debug"),
  info: writer("info"),
  warn: writer("warn"),
  error: (event: string, thrown: unknown, fields: Fields = {}): void => {
    const logger = instance();
    if (!logger.isLevelEnabled("error")) return;
    logger.error({ ...clean(fields), error: describeError(thrown) }, plain(event));
  },
};
