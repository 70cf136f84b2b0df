/** What the session cookie of staff is called and sealed with: for next-auth (options.ts), and for whoever looks at one without it. */
import { deriveKey } from "#lib/core/crypto-box.ts";
import { getEnv } from "#lib/core/env.ts";

/** The prefix `__Host-` (RFC 6265bis section 4.1.3) ties the cookie to this host, path / and https. */
const SESSION_COOKIE = "portico.session";

/** True when the portal is reached over https, so that cookies may insist on it. */
export function isSecure(): boolean {
  return getEnv().origin.startsWith("https://");
}

export function sessionCookieName(): string {
  return isSecure() ? `__Host-${SESSION_COOKIE}` : SESSION_COOKIE;
}

export function sessionSecret(): string {
  return deriveKey("next-auth").toString("base64url");
}
