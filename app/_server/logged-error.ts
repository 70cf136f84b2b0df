import "server-only";
import { toAppError, type AppError } from "#lib/core/errors.ts";
import { log } from "#lib/core/log/logger.ts";
import { outsideLog } from "#lib/core/log/outside-log.ts";
import { translateDatabaseError } from "#lib/db/errors.ts";

/** What an action or a route was stopped by, as an error for people. An unexpected one is logged as a failure, with its reference. */
export function toLoggedError(thrown: unknown, name: string, requestId: string): AppError {
  const error = toAppError(translateDatabaseError(thrown));
  if (error.expected) outsideLog.info(`${name}: ${error.code}`, { requestId });
  else log.error(`${name} failed`, error, { requestId });
  return error;
}
