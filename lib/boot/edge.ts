/**
 * What is answered before Next sees it, because Next would answer it wrongly: methods that no address takes (Next: 500), paths whose
 * percent signs are malformed (Next: 500), and under /service paths with empty segments (Next: a redirect, which the interface never
 * gives). Decides by method and address alone.
 */

/** A finished answer. */
export type EdgeAnswer = { status: number; headers: Record<string, string>; body: string };

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** The answer to a request that must not go further; null for every other one. `url` is the request's target as it came. */
export function refuseAtEdge(method: string, url: string): EdgeAnswer | null {
  if (!METHODS.includes(method)) return plain(405, "Method not allowed.", { allow: METHODS.join(", ") });
  const path = url.split(/[?#]/, 1)[0] ?? "";
  const isService = /^\/+service(?:\/|$)/.test(path);
  const isEmptySegmented = /\/\/|\\/.test(path) || path === "/service/" || path === "/service";
  if (isService && (isEmptySegmented || !isDecodable(path))) return serviceNotFound();
  return isDecodable(path) ? null : plain(400, "The address is not a well-formed one.");
}

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
    headers: { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff", ...headers },
    body,
  };
}

/** In the words of the interface, as lib/service/server answers unknown addresses. */
function serviceNotFound(): EdgeAnswer {
  return {
    status: 404,
    headers: {
      "content-type": "application/json",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    },
    body: JSON.stringify({ detail: "Not found." }),
  };
}
