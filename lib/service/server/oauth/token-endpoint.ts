/**
 * The token endpoint (docs/service "Token endpoint"; RFC 6749 sections 3.2 and 4.4), top to bottom: read the form, check the grant,
 * authenticate the client unless too many have failed, narrow the scope, issue. Each rule is one step that passes or throws the one error
 * that it names (sections 2.3.1, 3.2, 4.4.2).
 */
import type { PrismaClient } from "#lib/db/client.ts";
import type { TokenResponse } from "#lib/service/contract/records.ts";
import { findClient, matchesSecret, type KnownClient } from "./applications.ts";
import type { WireError } from "../http/errors.ts";
import { oauthError, refusedClient } from "./errors.ts";
import { beginTry, type ClientCredentials } from "./failed-clients.ts";
import { TOKEN_LIFETIME_SECONDS } from "./issuer.ts";
import { issueToken } from "./tokens.ts";
import { decodeFormText, parseForm } from "../http/body/form.ts";
import { isUtf8, mediaType, readBytes } from "../http/body/read-bytes.ts";

/**
 * Answers one token request.
 * @throws WireError for every row of the error table (docs/service "Token endpoint").
 */
export async function grantToken(request: Request, db: PrismaClient): Promise<TokenResponse> {
  const form = await readTokenForm(request);
  requireClientCredentialsGrant(form);
  const credentials = readClientCredentials(request, form);
  const client = await authenticateClient(credentials, networkOf(request), db);
  const scopes = narrowScopes(form, client.scopes);
  const accessToken = await issueToken({ clientId: client.clientId, scopes }, db);
  return {
    access_token: accessToken,
    expires_in: TOKEN_LIFETIME_SECONDS,
    refresh_expires_in: 0,
    token_type: "Bearer",
    "not-before-policy": 0,
    scope: scopes.join(" "),
  };
}

/** The caller's address as Portico's own server determined it; "" for requests that did not come through it. */
function networkOf(request: Request): string {
  return request.headers.get("x-forwarded-for") ?? "";
}

/** Unknown client and wrong secret get different codes, because clients of live deployments expect that (decision 0050). */
async function authenticateClient(
  credentials: ClientCredentials,
  networkAddress: string,
  db: PrismaClient,
): Promise<KnownClient> {
  const attempt = beginTry(credentials, networkAddress);
  const client = await findClient(credentials.clientId, db);
  if (client === null || credentials.secret === null || !matchesSecret(client, credentials.secret)) {
    attempt.hasFailed();
    throw refusedClient(client === null ? "invalid_client" : "unauthorized_client", credentials.basic);
  }
  attempt.hasSucceeded();
  return client;
}

/** The most bytes of a token request: room for client id, secret and scope. */
export const TOKEN_BODY_BYTES_MAX = 64 * 1024;

function invalid(status: number, description: string, headers: Record<string, string> = {}): WireError {
  return oauthError(status, "invalid_request", description, headers);
}

export type TokenForm = ReadonlyMap<string, string>;

/**
 * The form; parameters without a value count as not sent (RFC 6749 section 3.2), the query is not read at all (section 2.3.1).
 * @throws WireError 415, 413, 408 stopped sending, 400 cut off, 400 malformed, 400 duplicated parameter.
 */
async function readTokenForm(request: Request): Promise<TokenForm> {
  const bytes = await readBytes(request, TOKEN_BODY_BYTES_MAX, { refuse: invalid });
  if (bytes === null) throw invalid(413, `The body is larger than ${String(TOKEN_BODY_BYTES_MAX)} bytes.`);
  const { type, charset } = mediaType(request);
  const isForm = type === "application/x-www-form-urlencoded" && isUtf8(charset);
  if (!isForm && (bytes.length > 0 || type !== "")) {
    throw invalid(415, "The body must be sent as application/x-www-form-urlencoded in UTF-8.");
  }
  const pairs = parseForm(bytes);
  if (pairs === null || pairs.some(([name, value]) => `${name}${value}`.includes("\0"))) {
    throw invalid(400, "The body is not a well-formed form.");
  }
  if (new Set(pairs.map(([name]) => name)).size < pairs.length) throw invalid(400, "duplicated parameter");
  return new Map(pairs.filter(([, value]) => value !== ""));
}

/** @throws WireError 400 when grant_type is missing or another than client_credentials. */
function requireClientCredentialsGrant(form: TokenForm): void {
  const grantType = form.get("grant_type");
  if (grantType === undefined) throw invalid(400, "Missing form parameter: grant_type");
  if (grantType === "client_credentials") return;
  const description = "Only the grant_type client_credentials is supported.";
  throw oauthError(400, "unsupported_grant_type", description);
}

/**
 * Exactly one client authentication: HTTP Basic or the form (RFC 6749 section 2.3). Other schemes in the Authorization header are not
 * client authentication and are ignored, as in live deployments.
 * @throws WireError 400 two ways or no client_id, 401 malformed Basic.
 */
function readClientCredentials(request: Request, form: TokenForm): ClientCredentials {
  const header = request.headers.get("authorization") ?? "";
  const isBasic = /^basic(?: |$)/i.test(header);
  const formClientId = form.get("client_id");
  const formSecret = form.get("client_secret");
  const ways = [isBasic, formSecret !== undefined, form.has("client_assertion")].filter(Boolean).length;
  if (ways > 1) throw twoAuthentications();
  if (!isBasic) {
    if (formClientId === undefined) {
      throw oauthError(400, "invalid_client", "Missing form parameter: client_id");
    }
    return { clientId: formClientId, secret: formSecret ?? null, basic: false };
  }
  const credentials = decodeBasic(header.slice("basic".length).trim());
  if (credentials === null) throw refusedClient("invalid_client", true);
  if (formClientId !== undefined && formClientId !== credentials.clientId) throw twoAuthentications();
  return credentials;
}

function twoAuthentications(): Error {
  return invalid(400, "More than one way of client authentication was used.");
}

/** RFC 6749 section 2.3.1: both halves are form-encoded before they are joined and base64-encoded. */
function decodeBasic(encoded: string): ClientCredentials | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return null;
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const cut = text.indexOf(":");
  if (cut < 1) return null;
  const clientId = decodeFormText(text.slice(0, cut));
  const secret = decodeFormText(text.slice(cut + 1));
  if (clientId === null || secret === null || `${clientId}${secret}`.includes("\0")) return null;
  return { clientId, secret: secret === "" ? null : secret, basic: true };
}

const SCOPE_TOKEN = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/**
 * The scopes of the token: all granted scopes, or the requested ones if each is granted (RFC 6749 section 3.3).
 * @throws WireError 400 invalid_scope.
 */
function narrowScopes(form: TokenForm, granted: readonly string[]): string[] {
  const asked = form.get("scope");
  if (asked === undefined) return [...granted];
  const names = asked.split(" ");
  const allowed = names.every((name) => SCOPE_TOKEN.test(name) && granted.includes(name));
  if (allowed) return [...new Set(names)];
  const description = "A requested scope is unknown or not granted to this application.";
  throw oauthError(400, "invalid_scope", description);
}
