/**
 * Where next-auth is to lead after signing in or out, as a request names it. Whatever is no address makes next-auth answer 500 and log an
 * error, as if it were set up wrongly; so it is looked at before. Pure.
 */

const NOWHERE = "http://portal.invalid";
/** next-auth's own cookie for it, over http and https. */
const COOKIE = /(?:^|;\s*)(?:__Secure-)?next-auth\.callback-url=([^;]*)/g;

/** True when the question and the cookies of a request name no such address, or well-formed ones. */
export function hasSoundCallbacks(url: string, cookieHeader: string | null): boolean {
  const asked = new URL(url, NOWHERE).searchParams.getAll("callbackUrl");
  const kept = [...(cookieHeader ?? "").matchAll(COOKIE)].map(([, value = ""]) => decode(value));
  return [...asked, ...kept].every((address) => address !== null && (address === "" || isHttp(address)));
}

/** The address when it is one of the portal's own; the portal's start for anything else. */
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
