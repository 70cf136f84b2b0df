/**
 * What is trusted in a request before Next sees it: headers that control Next itself never come from outside, and a changing request must
 * come from one of the portal's own pages. And the client's address: attempts are counted and connections limited by it, so a client's own
 * X-Forwarded-For must not count. Pure; knows nothing about sessions.
 */
import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";

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

/** True for the address of a reverse proxy that the operator trusts (PORTICO_TRUST_PROXY). */
export type IsProxy = (address: string) => boolean;

/**
 * The client's address: the connection's own, unless that is a proxy's. Then the last entry of X-Forwarded-For that is not a proxy's, since
 * each proxy appends the address that called it. An invalid entry makes everything before it untrusted.
 */
export function believableAddress(
  forwardedFor: string | string[] | undefined,
  connection: string | undefined,
  isProxy: IsProxy,
): string {
  let believed = connection ?? "";
  const entries = [forwardedFor ?? []].flat().join(",").split(",");
  while (isProxy(believed) && entries.length > 0) {
    const entry = readAddress(entries.pop() ?? "");
    if (entry === null) break;
    believed = entry;
  }
  return believed;
}

/** Some proxies append the port: "192.0.2.1:4711", "[2001:db8::1]:4711" (RFC 7239 section 6). */
function readAddress(entry: string): string | null {
  const text = entry.trim();
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? [];
  const [, withPort] = /^([\d.]+):\d+$/.exec(text) ?? [];
  const address = bracketed ?? withPort ?? text;
  return isIP(address) === 0 ? null : address;
}
