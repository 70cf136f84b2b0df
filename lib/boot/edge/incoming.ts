/**
 * What is trusted in a request before Next sees it: headers that control Next itself never come from outside, and a changing request must
 * come from one of the portal's own pages. Pure; knows nothing about sessions.
 */
import type { IncomingHttpHeaders } from "node:http";

/** Next uses these internally; from outside they have caused several vulnerabilities (CVE-2025-29927 and similar). */
const INTERNAL_HEADERS =
  /^(?:x-middleware-|x-matched-path$|x-now-route-matches$|x-invoke-|x-prerender-|x-next-|x-vercel-|x-nextjs-data$|next-resume$|x-nonce$|x-asked$|content-security-policy)/;
/** Where the request arrived, according to a reverse proxy. */
const PROXY_HEADERS = ["x-forwarded-host", "x-forwarded-proto", "x-forwarded-port", "forwarded"];

/** Removes headers that only Next itself, or a reverse proxy that the operator trusts, may set. Changes `headers`. */
export function dropUnbelievable(headers: IncomingHttpHeaders, trustProxy: boolean): void {
  for (const name of Object.keys(headers)) {
    if (INTERNAL_HEADERS.test(name) || (!trustProxy && PROXY_HEADERS.includes(name))) {
      Reflect.deleteProperty(headers, name);
    }
  }
}

/**
 * True when a changing request did not come from a page of the portal: another origin, an unnamed one ("null"), or no information at all.
 * Next permits the last kind. Sign-in checks its own token, and the portal's routes require a header that no foreign page can send; they
 * may be called by programs, which name no origin.
 * @param ownOrigin the public address of the portal; the address of the Host header counts as its own, too
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
