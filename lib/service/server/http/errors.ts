/**
 * All answers of the embedded service that are not a success: thrown anywhere below the router, rendered once (answers.ts). The text of an
 * exception never reaches the wire.
 */
import { TEXT, methodText } from "#lib/service/contract/errors.ts";

/** A finished answer of the wire: status, headers, complete body (RFC 9110 section 15; docs/service "Conventions"). */
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

/** The same answer for what is absent and for what is hidden from the caller (docs/service "Statuses"). */
export function wireNotFound(): WireError {
  return detailError(404, TEXT.notFound);
}

/** What was found. @throws WireError 404 when nothing was */
export function orNotFound<T>(found: T | null): T {
  if (found === null) throw wireNotFound();
  return found;
}

export function wireForbidden(): WireError {
  return detailError(403, TEXT.forbidden);
}

/** 405 with the methods that the address accepts (RFC 9110 section 15.5.6). */
export function methodNotAllowed(method: string, allowed: readonly string[]): WireError {
  return detailError(405, methodText(method), { Allow: allowed.join(", ") });
}
