import "server-only";
import { cookies } from "next/headers";
import { getEnv } from "#lib/core/env.ts";
import { KNOWN_BROWSER_SECONDS, rememberBrowser, type Realm } from "#lib/core/identity/known-browser.ts";

const isSecure = (): boolean => getEnv().origin.startsWith("https://");

/** Like the session cookies: `__Host-` (RFC 6265bis section 4.1.3) for staff; for the platform, never sent beyond its own pages. */
function cookieOf(realm: Realm): { name: string; path: string } {
  if (realm === "platform") return { name: "portico_platform_browser", path: "/platform" };
  return { name: isSecure() ? "__Host-portico.browser" : "portico.browser", path: "/" };
}

/** This browser's cookie from earlier sign-ins (lib/core/identity/known-browser.ts), or "". */
export async function readBrowserCookie(realm: Realm): Promise<string> {
  return (await cookies()).get(cookieOf(realm).name)?.value ?? "";
}

/** Records that this browser has signed in to the account, created it, or set its password with an emailed link. */
export async function keepKnownBrowser(realm: Realm, email: string): Promise<void> {
  const { name, path } = cookieOf(realm);
  const value = rememberBrowser(await readBrowserCookie(realm), realm, email);
  (await cookies()).set(name, value, {
    httpOnly: true,
    sameSite: "lax",
    secure: isSecure(),
    path,
    maxAge: KNOWN_BROWSER_SECONDS,
  });
}
