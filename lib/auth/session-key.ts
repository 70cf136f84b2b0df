/**
 * Name and key of the staff session cookie: for next-auth (options.ts), and for code that reads the cookie without next-auth: whether a
 * request has one at all, a cheap check without the database, decides how much of the request is accepted.
 */
import { deriveKey } from "#lib/core/crypto-box.ts";
import { getEnv } from "#lib/core/env.ts";
import { decode } from "next-auth/jwt";

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

/**
 * True when the Cookie header has a session cookie that this installation sealed and that has not expired. Only the session's row tells
 * whether it is still live, and whose it is.
 */
export async function showsSession(cookies: string | undefined): Promise<boolean> {
  const start = `${sessionCookieName()}=`;
  const pair = cookies?.split(";").find((part) => part.trim().startsWith(start));
  if (pair === undefined) return false;
  const token = pair.trim().slice(start.length);
  const opened = await decode({ token, secret: sessionSecret() }).catch(() => null);
  return opened !== null;
}
