/** Where applications find the embedded service: what an operator hands over beside the credentials. From configuration alone. */
import { REALM, serviceUrl } from "#lib/service/server/oauth/issuer.ts";
import { tokenPath } from "#lib/service/contract/paths.ts";

/** {base_url}, and the token endpoint's whole address (docs/service "Addresses"). */
export function serviceAddresses(): { baseUrl: string; tokenUrl: string } {
  const baseUrl = serviceUrl();
  return { baseUrl, tokenUrl: `${baseUrl}${tokenPath(REALM)}` };
}
