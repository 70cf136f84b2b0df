/**
 * What never reaches Next: the embedded service (service-door.ts), and what Next would answer wrongly: methods that no address takes
 * (Next: 500), paths whose percent signs are malformed (Next: 500), its image optimiser, under /service paths with empty segments (Next: a
 * redirect, which the interface never gives), and of next-auth everything but the four addresses that the portal uses. Decides by method
 * and address alone.
 */
import { SECURITY_HEADERS } from "#lib/boot/edge/security-headers.ts";

/** A finished answer. */
export type EdgeAnswer = { status: number; headers: Record<string, string>; body: string };

/** The rest of next-auth writes to the log what strangers send it, or shows pages of its own. */
const AUTH_ADDRESSES = [
  "GET /api/auth/csrf",
  "GET /api/auth/session",
  "POST /api/auth/callback/credentials",
  "POST /api/auth/signout",
];

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** The answer to a request that must not go further; null for every other one. `url` is the request's target as it came. */
export function refuseAtEdge(method: string, url: string): EdgeAnswer | null {
  if (!METHODS.includes(method)) return plain(405, "Method not allowed.", { allow: METHODS.join(", ") });
  const path = pathOf(url);
  const isService = /^\/+service(?:\/|$)/.test(path);
  const isEmptySegmented = /\/\/|\\/.test(path) || path === "/service/" || path === "/service";
  if (isService && (isEmptySegmented || !isDecodable(path))) return serviceNotFound();
  if (!isDecodable(path)) return plain(400, "The address is not well formed.");
  const isAuth = /^\/+api\/+auth(?:\/|$)/i.test(decodeURIComponent(path));
  if (isAuth && !AUTH_ADDRESSES.includes(`${method} ${path}`)) return nothingHere();
  // Next's image optimiser decodes what others made; the portal has no use for it.
  return /^\/+_next\/+image(?:\/|$)/i.test(path) ? nothingHere() : null;
}

/** True for what the embedded service answers, known address or not. */
export function isServiceAddress(url: string): boolean {
  return pathOf(url).startsWith("/service/");
}

/** False for what tells how the portal is, and for the files of the build. `path` without query. */
export function needsDatabase(path: string): boolean {
  return !/^\/(?:_next\/|api\/(?:health|metrics)$)/.test(path);
}

/** To a request that would change something and comes from a page of somebody else. */
export function refuseForeign(): EdgeAnswer {
  return plain(
    403,
    "This request did not come from a page of this portal, so nothing was done. Open the portal at its own address and do it there.",
  );
}

/** While the start is not complete, in a form that the service's clients read. */
export function serviceStarting(): EdgeAnswer {
  return json(503, "The service is starting. Ask again in a moment.", { "retry-after": "1" });
}

/** Scheme and host of a target in absolute form, as it is sent to proxies. */
const TARGET_ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/**
 * The target without the host that an absolute form names. It has to be taken (RFC 9112 section 3.2.2); but the portal has one address, and
 * Next would answer with a redirect to whatever host stands there.
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

function plain(status: number, body: string, headers: Record<string, string> = {}): EdgeAnswer {
  return {
    status,
    headers: { ...SECURITY_HEADERS, "content-type": "text/plain; charset=utf-8", ...headers },
    body,
  };
}

/** In the words of the interface, as lib/service/server answers unknown addresses; for all of them where it is switched off. */
export function serviceNotFound(): EdgeAnswer {
  return json(404, "Not found.");
}

function json(status: number, detail: string, headers: Record<string, string> = {}): EdgeAnswer {
  return {
    status,
    headers: {
      ...SECURITY_HEADERS,
      "content-type": "application/json",
      "cache-control": "no-store",
      ...headers,
    },
    body: JSON.stringify({ detail }),
  };
}
