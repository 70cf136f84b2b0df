/**
 * Where applications find the embedded service: the addresses that an operator hands over with the credentials. Only from configuration.
 */
import { REALM, serviceUrl } from "#lib/service/server/oauth/issuer.ts";
import { tokenPath } from "#lib/service/contract/paths.ts";

/** {base_url}, and the token endpoint's full address (docs/service "Addresses"). */
export function serviceAddresses(): { baseUrl: string; tokenUrl: string } {
  const baseUrl = serviceUrl();
  return { baseUrl, tokenUrl: `${baseUrl}${tokenPath(REALM)}` };
}
