/**
 * The address of an operation, after {base_url}: made from the same statement as the embedded service's route. It has no version segment
 * and no trailing slash. And the addresses that are not operations: those of the sign-in after {auth_url} (docs/service "Addresses"), and
 * the landing page after {platform_url}.
 */
import { contract, type OperationId, type ParamsOf, type QueryOf } from "./operations/index.ts";

/** The operation's path with these parameters, and the query if given. */
export function addressOf<Id extends OperationId>(
  id: Id,
  params: ParamsOf<Id>,
  query: Partial<QueryOf<Id>> = {},
): string {
  const values = new Map(Object.entries<number | string>(params));
  const path = contract[id].path.replace(/:(\w+)/g, (_whole, name: string) =>
    encodeURIComponent(String(values.get(name))),
  );
  const chosen = Object.entries(query) as [name: string, values: readonly string[]][];
  const pairs = chosen.flatMap(([name, values]) =>
    values.map((value) => `${name}=${encodeURIComponent(value)}`),
  );
  return pairs.length === 0 ? path : `${path}?${pairs.join("&")}`;
}

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
