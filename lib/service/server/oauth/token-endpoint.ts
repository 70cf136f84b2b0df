/**
 * The token endpoint (docs/service "Token endpoint"; RFC 6749 sections 3.2 and 4.4), top to bottom: read the form, check the grant,
 * authenticate the client unless too many have failed, narrow the scope, issue. Each rule is one step of token-request.ts or applications.ts.
 */
import type { PrismaClient } from "#lib/db/client.ts";
import type { TokenResponse } from "#lib/service/contract/records.ts";
import { findClient, matchesSecret, type KnownClient } from "./applications.ts";
import { tokenErrors } from "./errors.ts";
import { ClientTry } from "./failed-clients.ts";
import { TOKEN_LIFETIME_SECONDS } from "./issuer.ts";
import {
  narrowScopes,
  readClientCredentials,
  readTokenForm,
  requireClientCredentialsGrant,
  type ClientCredentials,
} from "./token-request.ts";
import { issueToken } from "./tokens.ts";

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
  const attempt = new ClientTry(credentials, networkAddress);
  attempt.requireRoom();
  const client = await findClient(credentials.clientId, db);
  if (client === null || credentials.secret === null || !matchesSecret(client, credentials.secret)) {
    attempt.hasFailed();
    throw client === null
      ? tokenErrors.unknownClient(credentials.basic)
      : tokenErrors.wrongSecret(credentials.basic);
  }
  attempt.hasSucceeded();
  return client;
}
