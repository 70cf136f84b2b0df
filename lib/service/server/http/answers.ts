/**
 * Turns results and errors into HTTP answers of the embedded service: the one place that renders answers. An unexpected error is logged
 * here once, with the request's reference, and answered with a fixed sentence.
 */
import { AppError } from "#lib/core/errors.ts";
import { log } from "#lib/core/log/logger.ts";
import { translateDatabaseError } from "#lib/db/errors.ts";
import { TEXT } from "#lib/service/contract/errors.ts";
import { StorageError } from "#lib/storage/errors.ts";
import { WireError } from "./errors.ts";

const JSON_HEADERS = { "Content-Type": "application/json", "X-Content-Type-Options": "nosniff" };

/** A JSON answer; the data belongs to one application, so no cache may keep it (RFC 9111 section 5.2.2.5). */
export function answerJson(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return answerJsonText(status, JSON.stringify(body), headers);
}

/** The same for a body that is JSON already. */
export function answerJsonText(
  status: number,
  json: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Response {
  const length = String(Buffer.byteLength(json));
  return new Response(json, {
    status,
    headers: { ...JSON_HEADERS, "Content-Length": length, "Cache-Control": "no-store", ...headers },
  });
}

/** 204 with an empty body: the answer to deletes and decisions. */
export function answerNothing(headers: Record<string, string> = {}): Response {
  return new Response(null, { status: 204, headers: { "Cache-Control": "no-store", ...headers } });
}

/** Renders anything thrown below the router; details of unexpected errors go only to the log. */
export function answerError(thrown: unknown, requestId: string): Response {
  if (thrown instanceof WireError) return answerJson(thrown.status, thrown.body, thrown.headers);
  if (thrown instanceof StorageError && thrown.reason === "STORE_UNAVAILABLE") {
    log.error("the file store is away", thrown, { requestId });
    return answerJson(502, { detail: thrown.message });
  }
  const error = translateDatabaseError(thrown);
  if (error instanceof AppError && error.expected) {
    const retryAfter = error.details.retryAfterSeconds;
    const headers: Record<string, string> =
      retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) };
    return answerJson(error.status, { detail: error.message }, headers);
  }
  log.error("the embedded service could not answer", thrown, { requestId });
  return answerJson(500, { detail: TEXT.internal });
}
