/**
 * The queue engine's own log lines, as ours: redacted, one JSON line each. Its chatter about every finished job goes to
 * debug; messages of its errors may hold an error's stack and are kept.
 */
import { Logger } from "graphile-worker";
import { log } from "#lib/core/log/logger.ts";

/** Fields that an operator can use; the rest of the engine's metadata holds whole jobs and clients. */
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
