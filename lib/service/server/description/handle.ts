/**
 * The service's public description, without a token: the OpenAPI document and a page that shows it. Both are made once for each process,
 * because nothing in them changes while it runs.
 */
import { createHash } from "node:crypto";
import { PORTICO_VERSION } from "#lib/core/version.ts";
import { describeService } from "#lib/service/contract/openapi/document.ts";
import { answerNothing } from "../http/answers.ts";
import { methodNotAllowed } from "../http/errors.ts";
import { REALM, serviceUrl } from "../oauth/issuer.ts";
import { renderPage, STYLE_HASH } from "./page.ts";

const ALLOWED = ["GET", "HEAD", "OPTIONS"];

type Ready = { body: string; tag: string; headers: Record<string, string> };

const makers = new Map<string, () => Ready>([
  [
    "/openapi.json",
    () =>
      ready(JSON.stringify(describe()), {
        "Content-Type": "application/json",
        "Access-Control-Allow-Origin": "*",
      }),
  ],
  [
    "/docs",
    () =>
      ready(renderPage(describe()), {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": `default-src 'none'; style-src '${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
        "Referrer-Policy": "no-referrer",
      }),
  ],
]);

const made = new Map<string, Ready>();

/** Answers GET, HEAD and OPTIONS of /openapi.json and /docs; null for other paths. @throws WireError 405 */
export function answerDescription(request: Request, path: string): Response | null {
  const found = made.get(path) ?? makers.get(path)?.();
  if (found === undefined) return null;
  made.set(path, found);
  if (request.method === "OPTIONS") return answerNothing({ Allow: ALLOWED.join(", ") });
  if (request.method !== "GET" && request.method !== "HEAD") throw methodNotAllowed(request.method, ALLOWED);
  const { body, tag, headers } = found;
  const isKnown = request.headers.get("if-none-match") === tag;
  return new Response(isKnown ? null : body, { status: isKnown ? 304 : 200, headers });
}

function describe(): ReturnType<typeof describeService> {
  return describeService({ serviceUrl: serviceUrl(), realm: REALM, version: PORTICO_VERSION });
}

function ready(body: string, headers: Record<string, string>): Ready {
  const tag = `"${createHash("sha256").update(body).digest("hex").slice(0, 32)}"`;
  return {
    body,
    tag,
    headers: {
      ...headers,
      ETag: tag,
      "Cache-Control": "public, max-age=60",
      "X-Content-Type-Options": "nosniff",
    },
  };
}
