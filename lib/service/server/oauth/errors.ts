/**
 * The token endpoint's errors (RFC 6749 section 5.2; statuses as docs/service "Token endpoint" lists them), always
 * `{error, error_description}`. Descriptions are fixed texts that repeat nothing from the request.
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

/** The client is not authenticated. @param challenged the caller used the Authorization header (RFC 6749 section 5.2) */
export function refusedClient(
  error: "invalid_client" | "unauthorized_client",
  challenged: boolean,
): WireError {
  const challenge = { "WWW-Authenticate": 'Basic realm="portico", charset="UTF-8"' };
  const description = "Invalid client or Invalid client credentials";
  return oauthError(401, error, description, challenged ? challenge : {});
}
