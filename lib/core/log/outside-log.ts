/**
 * The log for events that strangers can cause by a request: lines are short and limited a minute for each event, so that a flood neither
 * fills the disk nor hides other lines.
 */
import { cut } from "../language/cut.ts";
import { createLogPace } from "./log-pace.ts";
import { log, type Fields } from "./logger.ts";
import { oncePerProcess } from "../once-per-process.ts";

const LINES_PER_MINUTE = 60;
const TEXT_LENGTH_MAX = 200;

const mayWrite = oncePerProcess("outside log", () =>
  createLogPace(LINES_PER_MINUTE, (event, leftOut) => {
    log.warn("more lines of one kind were left out in the last minute", { event, leftOut });
  }),
);

/** Cuts all fields before any other code processes them. */
function shortenAll(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === "string" ? cut(value, TEXT_LENGTH_MAX) : value,
    ]),
  );
}

export const outsideLog = {
  info: (event: string, fields: Fields = {}): void => {
    if (mayWrite(event)) log.info(event, shortenAll(fields));
  },
  warn: (event: string, fields: Fields = {}): void => {
    if (mayWrite(event)) log.warn(event, shortenAll(fields));
  },
  /** Only the error's message; the event tells where it came from. */
  error: (event: string, thrown: unknown, fields: Fields = {}): void => {
    if (!mayWrite(event)) return;
    const error =
      thrown instanceof Error
        ? `${thrown.name}: ${cut(thrown.message, TEXT_LENGTH_MAX)}`
        : cut(String(thrown), TEXT_LENGTH_MAX);
    log.warn(event, { ...shortenAll(fields), error });
  },
};
