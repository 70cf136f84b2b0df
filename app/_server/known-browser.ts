import "server-only";
import { cookies } from "next/headers";
import { getEnv } from "#lib/core/env.ts";
import { KNOWN_BROWSER_SECONDS, rememberBrowser } from "#lib/core/known-browser.ts";

/** Staff only: the prefix `__Host-` (RFC 6265bis section 4.1.3) ties the cookie to this host, path / and https. */
const isSecure = (): boolean => getEnv().origin.startsWith("https://");
const cookieName = (): string => (isSecure() ? "__Host-portico.browser" : "portico.browser");

/** What this browser brings of earlier sign-ins of staff (lib/core/known-browser.ts), or "". */
export async function readBrowserCookie(): Promise<string> {
  return (await cookies()).get(cookieName())?.value ?? "";
}

/** Keeps that this browser has signed in to the account, or set its password with a mailed link. */
export async function keepKnownBrowser(email: string): Promise<void> {
  const value = rememberBrowser(await readBrowserCookie(), "staff", email);
  (await cookies()).set(cookieName(), value, {
    httpOnly: true,
    sameSite: "lax",
    secure: isSecure(),
    path: "/",
    maxAge: KNOWN_BROWSER_SECONDS,
  });
}
