/**
 * The addresses that are not operations: those of the sign-in after {auth_url} (docs/service "Addresses") and the landing page after
 * {platform_url}. The operations' addresses are in operations/; addresses.ts fills in their parameters.
 */

/** After {auth_url}: the token endpoint of a realm (docs/service "Token endpoint"). */
export function tokenPath(realm: string): string {
  return `/auth/realms/${encodeURIComponent(realm)}/protocol/openid-connect/token`;
}

/** After {auth_url}: what an issuer publishes about itself (OpenID Connect Discovery 1.0 section 4). */
export function discoveryPath(realm: string): string {
  return `/auth/realms/${encodeURIComponent(realm)}/.well-known/openid-configuration`;
}

/** After {auth_url}: the public signing keys (RFC 7517). */
export function certsPath(realm: string): string {
  return `/auth/realms/${encodeURIComponent(realm)}/protocol/openid-connect/certs`;
}

/** After {platform_url}: where an invited person lands (docs/service "Invitation"). */
export function platformCloudPath(cloudId: number): string {
  return `/cloud/${String(cloudId)}`;
}
