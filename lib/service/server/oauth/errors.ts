/**
 * The token endpoint's errors (RFC 6749 section 5.2; statuses as docs/service "Token endpoint" lists them), one function for each case,
 * always `{error, error_description}`. Descriptions are fixed texts that repeat nothing from the request.
 */
import { WireError } from "../http/errors.ts";

type OAuthCode =
  | "invalid_request"
  | "invalid_client"
  | "unauthorized_client"
  | "unsupported_grant_type"
  | "invalid_scope"
  | "temporarily_unavailable"
  | "server_error";

/** One OAuth error answer. */
export function oauthError(
  status: number,
  error: OAuthCode,
  description: string,
  headers: Record<string, string> = {},
): WireError {
  return new WireError(status, { error, error_description: description }, headers);
}

/** RFC 6749 section 5.2: sent when the caller used the Authorization header. */
const BASIC_CHALLENGE = { "WWW-Authenticate": 'Basic realm="portico", charset="UTF-8"' };

export const tokenErrors = {
  realm: () => new WireError(404, { error: "Realm does not exist" }),
  method: () =>
    oauthError(405, "invalid_request", "The token endpoint takes POST only.", { Allow: "POST, OPTIONS" }),
  mediaType: () =>
    oauthError(
      415,
      "invalid_request",
      "The body must be sent as application/x-www-form-urlencoded in UTF-8.",
    ),
  tooLarge: (bytesMax: number) =>
    oauthError(413, "invalid_request", `The body is larger than ${String(bytesMax)} bytes.`),
  notRead: (status: number, description: string, headers: Record<string, string> = {}) =>
    oauthError(status, "invalid_request", description, headers),
  malformed: () => oauthError(400, "invalid_request", "The body is not a well-formed form."),
  duplicated: () => oauthError(400, "invalid_request", "duplicated parameter"),
  noGrantType: () => oauthError(400, "invalid_request", "Missing form parameter: grant_type"),
  grantType: () =>
    oauthError(400, "unsupported_grant_type", "Only the grant_type client_credentials is supported."),
  twoAuthentications: () =>
    oauthError(400, "invalid_request", "More than one way of client authentication was used."),
  noClient: () => oauthError(400, "invalid_client", "Missing form parameter: client_id"),
  unknownClient: (challenged: boolean) =>
    oauthError(
      401,
      "invalid_client",
      "Invalid client or Invalid client credentials",
      challenged ? BASIC_CHALLENGE : {},
    ),
  wrongSecret: (challenged: boolean) =>
    oauthError(
      401,
      "unauthorized_client",
      "Invalid client or Invalid client credentials",
      challenged ? BASIC_CHALLENGE : {},
    ),
  /** RFC 6749 has no code for it; RFC 6585 section 4 has the status. */
  tooManyFailures: (seconds: number) =>
    oauthError(
      429,
      "temporarily_unavailable",
      `Too many requests with wrong credentials. Expected available in ${String(seconds)} seconds.`,
      { "Retry-After": String(seconds) },
    ),
  scope: () =>
    oauthError(400, "invalid_scope", "A requested scope is unknown or not granted to this application."),
  unavailable: () =>
    oauthError(503, "temporarily_unavailable", "The service cannot answer right now.", {
      "Retry-After": "30",
    }),
  fault: () => oauthError(500, "server_error", "A server error occurred."),
};
