/**
 * What is believed of a request before Next sees it: headers that steer Next's own inside never come from outside, and a request that
 * changes something comes from one of the portal's own pages. Pure; knows nothing of sessions.
 */
import type { IncomingHttpHeaders } from "node:http";

/** Next talks to itself in these; from outside they have opened doors more than once (CVE-2025-29927 and its kin). */
const INTERNAL_HEADERS =
  /^(?:x-middleware-|x-matched-path$|x-now-route-matches$|x-invoke-|x-prerender-|x-next-|x-vercel-|x-nextjs-data$|next-resume$|x-nonce$|x-asked$|content-security-policy)/;
/** Where the request came in, as a reverse proxy tells it. */
const PROXY_HEADERS = ["x-forwarded-host", "x-forwarded-proto", "x-forwarded-port", "forwarded"];

/** Takes out what only Next itself, or a reverse proxy that the operator vouches for, may say. Changes `headers`. */
export function dropUnbelievable(headers: IncomingHttpHeaders, trustProxy: boolean): void {
  for (const name of Object.keys(headers)) {
    if (INTERNAL_HEADERS.test(name) || (!trustProxy && PROXY_HEADERS.includes(name))) {
      Reflect.deleteProperty(headers, name);
    }
  }
}

/**
 * True when a request that may change something did not come from a page of the portal: another origin, an unnamed one ("null"), or
 * nothing at all that tells it. Next lets the last kind pass. Sign-in checks a token of its own, and the portal's routes ask for a header
 * that no foreign page can send; those may come from programs, which name no origin.
 * @param ownOrigin the public address of the portal; the address of the Host header is one of its own, too
 */
export function isForeignWrite(
  method: string,
  path: string,
  headers: IncomingHttpHeaders,
  ownOrigin: string,
): boolean {
  if (method === "GET" || method === "HEAD" || method === "OPTIONS") return false;
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin") return true;
  const { origin } = headers;
  if (origin === undefined) {
    return site === undefined && headers["x-portico"] !== "1" && !path.startsWith("/api/auth/");
  }
  return origin !== ownOrigin && !isHostOf(origin, headers);
}

function isHostOf(origin: string, headers: IncomingHttpHeaders): boolean {
  const forwarded = headers["x-forwarded-host"];
  const host = (typeof forwarded === "string" ? forwarded : headers.host)?.toLowerCase();
  return host !== undefined && (origin === `http://${host}` || origin === `https://${host}`);
}
