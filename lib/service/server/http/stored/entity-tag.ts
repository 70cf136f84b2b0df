/**
 * What a caller accepts and has already: content codings (RFC 9110 section 12.5.3), and entity tags of answers (RFC 9110 section 8.8.3),
 * and whether a caller has an answer already. Only for answers that never change under the parts that name them.
 */
import { createHash } from "node:crypto";

/** A name of fixed length for these parts together, for use between the quotes of an ETag. */
export function tagName(...parts: string[]): string {
  return createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 32);
}

/**
 * True when If-None-Match names the tag (RFC 9110 section 13.1.2). The comparison is weak, as for conditional reads: a proxy that
 * compresses weakens the tag.
 */
function isKnownToCaller(request: Request, tag: string): boolean {
  const known = (request.headers.get("if-none-match") ?? "").split(",").map((one) => one.trim());
  return known.some((one) => one === "*" || one.replace(/^W\//, "") === tag);
}

/**
 * The answer of this name (of tagName), which never changes; 304 when the caller has it already.
 * @param make gets the headers of both
 */
export async function answerTagged(
  request: Request,
  name: string,
  make: (headers: Record<string, string>) => Response | Promise<Response>,
  further: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const tag = `"${name}"`;
  const headers = {
    ETag: tag,
    ...further,
    "Cache-Control": "private, no-cache",
    "X-Content-Type-Options": "nosniff",
  };
  return isKnownToCaller(request, tag) ? new Response(null, { status: 304, headers }) : make(headers);
}

/** True when gzip or `*` is accepted, and not with a weight of 0. Without the header: false. */
export function takesGzip(acceptEncoding: string | null): boolean {
  const weights = new Map<string, number>();
  for (const entry of (acceptEncoding ?? "").toLowerCase().split(",")) {
    const [coding = "", ...parameters] = entry.split(";").map((part) => part.trim());
    const weight = parameters.map((one) => /^q\s*=\s*([01](?:\.\d{0,3})?)$/.exec(one)?.[1]).find(Boolean);
    if (coding !== "") weights.set(coding, weight === undefined ? 1 : Number(weight));
  }
  return (weights.get("gzip") ?? weights.get("x-gzip") ?? weights.get("*") ?? 0) > 0;
}
