/** The issuer's names and addresses. They come only from configuration, never from a request's Host or forwarding headers. */
import { getEnv } from "#lib/core/env.ts";
import { certsPath, tokenPath } from "#lib/service/contract/addresses.ts";
import { SCOPES } from "#lib/service/contract/scopes.ts";

export const REALM = "portico";
export const TOKEN_LIFETIME_SECONDS = 3600;
export const SIGNING_ALGORITHM = "ES256";

export function serviceUrl(): string {
  return `${getEnv().origin}/service`;
}

export function issuerUrl(): string {
  return `${serviceUrl()}/auth/realms/${REALM}`;
}

/** OpenID Connect Discovery 1.0 section 4.2 and RFC 8414 section 2, as far as client_credentials needs it. */
export function discoveryDocument(): Record<string, unknown> {
  return {
    issuer: issuerUrl(),
    token_endpoint: `${serviceUrl()}${tokenPath(REALM)}`,
    jwks_uri: `${serviceUrl()}${certsPath(REALM)}`,
    grant_types_supported: ["client_credentials"],
    response_types_supported: [],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: [SIGNING_ALGORITHM],
    token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
    scopes_supported: SCOPES,
  };
}
