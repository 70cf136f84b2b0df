/**
 * The address that a request names for next-auth to redirect to after signing in or out. An invalid address makes next-auth answer 500 and
 * log an error, as if it were misconfigured, so addresses are checked before. And where to go after sign-in: only a path inside the portal,
 * however the address spells it (no open redirects). Pure.
 */

const NOWHERE = "http://portal.invalid";
/** next-auth's own cookie for it, over http and https. */
const COOKIE = /(?:^|;\s*)(?:__Secure-)?next-auth\.callback-url=([^;]*)/g;

/** True when query and cookies of a request name no such address, or only well-formed ones. */
export function hasSoundCallbacks(url: string, cookieHeader: string | null): boolean {
  const asked = new URL(url, NOWHERE).searchParams.getAll("callbackUrl");
  const kept = [...(cookieHeader ?? "").matchAll(COOKIE)].map(([, value = ""]) => decode(value));
  return [...asked, ...kept].every((address) => address !== null && (address === "" || isHttp(address)));
}

/** The address if it is one of the portal's own; otherwise the portal's start page. */
export function ownCallback(address: string, origin: string): string {
  const url = URL.parse(address, origin);
  return url?.origin === origin ? url.href : origin;
}

function isHttp(address: string): boolean {
  const url = address.startsWith("/") ? URL.parse(address, NOWHERE) : URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol);
}

function decode(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}

/** The path if it leads into the portal; otherwise "/". */
export function safeNext(next: string | string[] | undefined): string {
  if (typeof next !== "string" || !/^\/(?![/\\])[\w\-./?=&%~:+,!*()]*$/.test(next)) return "/";
  const url = new URL(next, NOWHERE);
  return url.origin === NOWHERE && !url.pathname.startsWith("//") ? `${url.pathname}${url.search}` : "/";
}
