/** Name and key of the staff session cookie: for next-auth (options.ts), and for code that reads the cookie without next-auth. */
import { deriveKey } from "#lib/core/crypto-box.ts";
import { getEnv } from "#lib/core/env.ts";

/** The prefix `__Host-` (RFC 6265bis section 4.1.3) binds the cookie to this host, path / and https. */
const SESSION_COOKIE = "portico.session";

/** True when the portal is reached over https, so that cookies may require it. */
export function isSecure(): boolean {
  return getEnv().origin.startsWith("https://");
}

export function sessionCookieName(): string {
  return isSecure() ? `__Host-${SESSION_COOKIE}` : SESSION_COOKIE;
}

export function sessionSecret(): string {
  return deriveKey("next-auth").toString("base64url");
}
