/**
 * Every answer of the embedded service that is not a success, as one error class per shape: thrown anywhere below the router,
 * rendered once (answers.ts). Nothing here carries the text of an exception to the wire.
 */
import { TEXT, methodText } from "#lib/service/contract/errors.ts";

/** A finished wire answer: status, headers, whole body (RFC 9110 section 15; docs/service "Conventions"). */
export class WireError extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(status: number, body: Record<string, unknown>, headers: Record<string, string> = {}) {
    super(`${String(status)} ${JSON.stringify(body)}`);
    this.name = "WireError";
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** Any status with `{"detail": …}`. */
export function detailError(status: number, detail: string, headers: Record<string, string> = {}): WireError {
  return new WireError(status, { detail }, headers);
}

/** 400 with sentences by field. */
export function fieldErrors(fields: Record<string, string[]>): WireError {
  return new WireError(400, fields);
}

/** Absent and hidden from the caller are the same answer (docs/service "Statuses"). */
export function wireNotFound(): WireError {
  return detailError(404, TEXT.notFound);
}

export function wireForbidden(): WireError {
  return detailError(403, TEXT.forbidden);
}

/** RFC 9110 section 15.5.6: with the methods that the address does take. */
export function methodNotAllowed(method: string, allowed: readonly string[]): WireError {
  return detailError(405, methodText(method), { Allow: allowed.join(", ") });
}
