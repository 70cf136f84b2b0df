/**
 * The queue engine's log lines in our form: redacted, one JSON line each. Its lines about every finished job go to debug; its error
 * messages may contain a stack and are kept.
 */
import { Logger } from "graphile-worker";
import { log } from "#lib/core/log/logger.ts";

/** The fields that are useful to an operator; the rest of the engine's metadata contains whole jobs and clients. */
function fields(meta: unknown, jobId: string | undefined): Record<string, string> {
  const error = typeof meta === "object" && meta !== null && "error" in meta ? meta.error : undefined;
  return {
    ...(jobId === undefined ? {} : { jobId }),
    ...(error instanceof Error ? { cause: error.message } : {}),
  };
}

export const jobLogger = new Logger((scope) => (level, message, meta) => {
  const details = { message, ...fields(meta, scope.jobId) };
  if (level === "error" || level === "warning") log.warn("job engine", details);
  else log.debug("job engine", details);
});
