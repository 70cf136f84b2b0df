/**
 * What never reaches Next: the embedded service (service-door.ts), and requests that Next would answer wrongly: methods that no address
 * supports (Next: 500), paths with malformed percent encoding (Next: 500), its image optimiser, paths under /service with empty segments
 * (Next: a redirect, which the interface never gives), and all of next-auth except the four addresses that the portal uses. Decides by
 * method and address alone.
 */
import { SECURITY_HEADERS } from "#lib/boot/edge/security-headers.ts";
import { methodText } from "#lib/service/contract/errors.ts";

/** A complete answer. */
export type EdgeAnswer = { status: number; headers: Record<string, string>; body: string };

/** next-auth's other addresses log what strangers send, or show pages of their own. */
const AUTH_ADDRESSES = [
  "GET /api/auth/csrf",
  "GET /api/auth/session",
  "POST /api/auth/callback/credentials",
  "POST /api/auth/signout",
];

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** The refusal of a request that must not go further; null for all others. `url` is the request's unchanged target. */
export function refuseAtEdge(method: string, url: string): EdgeAnswer | null {
  const path = pathOf(url);
  const isService = /^\/+service(?:\/|$)/.test(path);
  if (!METHODS.includes(method)) {
    const allow = { allow: METHODS.join(", ") };
    return isService ? json(405, methodText(method), allow) : plain(405, "Method not allowed.", allow);
  }
  const isEmptySegmented = /\/\/|\\/.test(path) || path === "/service/" || path === "/service";
  if (isService && (isEmptySegmented || !isDecodable(path))) return serviceNotFound();
  if (!isDecodable(path)) return plain(400, "The address is not well formed.");
  const isAuth = /^\/+api\/+auth(?:\/|$)/i.test(decodeURIComponent(path));
  if (isAuth && !AUTH_ADDRESSES.includes(`${method} ${path}`)) return nothingHere();
  // Next's image optimiser decodes images made by others; the portal does not use it.
  return /^\/+_next\/+image(?:\/|$)/i.test(path) ? nothingHere() : null;
}

/** True for addresses of the embedded service, known or not. */
export function isServiceAddress(url: string): boolean {
  return pathOf(url).startsWith("/service/");
}

/** False for the addresses that report the portal's state, and for the files of the build. `path` without query. */
export function needsDatabase(path: string): boolean {
  return !/^\/(?:_next\/|api\/(?:health|metrics)$)/.test(path);
}

/** Refuses a changing request that comes from a foreign page. */
export function refuseForeign(): EdgeAnswer {
  return plain(
    403,
    "This request did not come from a page of this portal, so nothing was done. Open the portal at its own address and do it there.",
  );
}

/** The answer while the start is not complete, in a form that the service's clients read. */
export function serviceStarting(): EdgeAnswer {
  return json(503, "The service is starting. Ask again in a moment.", { "retry-after": "1" });
}

/** Scheme and host of a target in absolute form, as it is sent to proxies. */
const TARGET_ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/**
 * The target without the host of an absolute form. That form must be accepted (RFC 9112 section 3.2.2), but the portal has one address, and
 * Next would redirect to any host named there.
 */
export function originForm(url: string): string {
  if (!TARGET_ORIGIN.test(url)) return url;
  const rest = url.replace(TARGET_ORIGIN, "");
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/** Without query, and without the origin of a target in absolute form. */
export function pathOf(url: string): string {
  return url.replace(TARGET_ORIGIN, "").split(/[?#]/, 1)[0] ?? "";
}

const nothingHere = (): EdgeAnswer => plain(404, "Nothing is at this address.");

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function plain(status: number, body: string, more: Record<string, string> = {}): EdgeAnswer {
  const headers = { ...SECURITY_HEADERS, "content-type": "text/plain; charset=utf-8", ...more };
  return { status, headers, body };
}

/** In the words of the interface, like unknown addresses in lib/service/server; for all addresses where the service is switched off. */
export function serviceNotFound(): EdgeAnswer {
  return json(404, "Not found.");
}

function json(status: number, detail: string, more: Record<string, string> = {}): EdgeAnswer {
  const headers = { "content-type": "application/json", "cache-control": "no-store", ...more };
  return { status, headers: { ...SECURITY_HEADERS, ...headers }, body: JSON.stringify({ detail }) };
}
