/**
 * Everything under /auth: realm, then document, keys or token. All answers of the token endpoint, errors included, have `no-store` (RFC
 * 6749 section 5.1).
 */
import { AppError } from "#lib/core/errors.ts";
import { log } from "#lib/core/log/logger.ts";
import { getDb } from "#lib/db/client.ts";
import { translateDatabaseError } from "#lib/db/errors.ts";
import { certsPath, discoveryPath, tokenPath } from "#lib/service/contract/addresses.ts";
import { answerJson, answerNothing } from "../http/answers.ts";
import { WireError } from "../http/errors.ts";
import { oauthError } from "./errors.ts";
import { REALM, discoveryDocument } from "./issuer.ts";
import { KEYS_MAX_AGE_SECONDS, getKeyRing } from "./keys.ts";
import { grantToken } from "./token-endpoint.ts";

const NO_STORE = { "Cache-Control": "no-store", Pragma: "no-cache" };

export function isOAuthPath(path: string): boolean {
  return path === "/auth" || path.startsWith("/auth/");
}

/** Answers any request under /auth; never throws. */
export async function answerOAuth(request: Request, path: string, requestId: string): Promise<Response> {
  try {
    if (/^\/auth\/realms\/([^/]+)(?:\/|$)/.exec(path)?.[1] !== REALM) {
      throw new WireError(404, { error: "Realm does not exist" });
    }
    if (path === tokenPath(REALM)) return await answerToken(request);
    if (path === discoveryPath(REALM)) return answerDocument(request, discoveryDocument());
    if (path === certsPath(REALM)) return answerDocument(request, await publicKeys());
    throw oauthError(404, "invalid_request", "There is nothing at this address.");
  } catch (thrown) {
    const error = asOAuthError(thrown, requestId);
    return answerJson(error.status, error.body, { ...error.headers, ...NO_STORE });
  }
}

async function answerToken(request: Request): Promise<Response> {
  const allowed = { Allow: "POST, OPTIONS" };
  if (request.method === "OPTIONS") return answerNothing(allowed);
  if (request.method !== "POST") {
    throw oauthError(405, "invalid_request", "The token endpoint takes POST only.", allowed);
  }
  return answerJson(200, await grantToken(request, getDb()), NO_STORE);
}

function answerDocument(request: Request, document: Record<string, unknown>): Response {
  const allowed = { Allow: "GET, HEAD, OPTIONS" };
  if (request.method === "OPTIONS") return answerNothing(allowed);
  if (request.method !== "GET" && request.method !== "HEAD") {
    throw oauthError(405, "invalid_request", "This address takes GET only.", allowed);
  }
  return answerJson(200, document, { "Cache-Control": `public, max-age=${KEYS_MAX_AGE_SECONDS}` });
}

async function publicKeys(): Promise<{ keys: unknown[] }> {
  const { verifying } = await getKeyRing(getDb());
  return { keys: [...verifying.values()].map((key) => key.jwk) };
}

function asOAuthError(thrown: unknown, requestId: string): WireError {
  if (thrown instanceof WireError) return thrown;
  const error = translateDatabaseError(thrown);
  if (error instanceof AppError && error.code === "UNAVAILABLE") {
    const headers = { "Retry-After": "30" };
    return oauthError(503, "temporarily_unavailable", "The service cannot answer right now.", headers);
  }
  log.error("the token endpoint could not answer", thrown, { requestId });
  return oauthError(500, "server_error", "A server error occurred.");
}
