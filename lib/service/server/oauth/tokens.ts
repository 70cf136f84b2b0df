/**
 * Access tokens: signed JWTs (RFC 9068 profile) that name the application and its scopes. Verification accepts one algorithm, our own keys
 * by their kid, our issuer and audience; everything else in a token's header is ignored (jku, x5c, jwk …).
 */
import { SignJWT, decodeProtectedHeader, jwtVerify } from "jose";
import { LRUCache } from "lru-cache";
import { now } from "#lib/core/clock.ts";
import { newId } from "#lib/core/ids.ts";
import type { PrismaClient } from "#lib/db/client.ts";
import { SIGNING_ALGORITHM, TOKEN_LIFETIME_SECONDS, issuerUrl, serviceUrl } from "./issuer.ts";
import { getKeyRing } from "./keys.ts";

/** RFC 9068 section 2.1: prevents ID tokens and others from passing as access tokens. */
const TOKEN_TYPE = "at+jwt";
const TOKEN_LENGTH_MAX = 8192;

export type TokenSubject = { clientId: string; scopes: readonly string[] };

/** Signs a token that lives 3600 seconds. */
export async function issueToken(subject: TokenSubject, db: PrismaClient): Promise<string> {
  const { signing } = await getKeyRing(db);
  const issuedAt = Math.floor(now().getTime() / 1000);
  return new SignJWT({
    azp: subject.clientId,
    client_id: subject.clientId,
    scope: subject.scopes.join(" "),
  })
    .setProtectedHeader({ alg: SIGNING_ALGORITHM, typ: TOKEN_TYPE, kid: signing.kid })
    .setIssuer(issuerUrl())
    .setAudience(serviceUrl())
    .setSubject(subject.clientId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + TOKEN_LIFETIME_SECONDS)
    .setJti(newId())
    .sign(signing.privateKey);
}

/** The content of a valid token; null for every invalid token, whatever the reason. */
export async function readToken(token: string, db: PrismaClient): Promise<TokenSubject | null> {
  if (token.length > TOKEN_LENGTH_MAX) return null;
  const known = verifiedTokens.get(token);
  const kid = known?.kid ?? readKid(token);
  if (kid === null) return null;
  const ring = await getKeyRing(db, kid);
  const key = ring.verifying.get(kid);
  if (key === undefined) return null;
  if (known !== undefined && now().getTime() < known.expiresAt * 1000) return known.subject;
  const verified = await verifyToken(token, key.publicKey);
  if (verified !== null) verifiedTokens.set(token, { ...verified, kid });
  return verified?.subject ?? null;
}

/**
 * Tokens with a verified signature. The check costs more than the rest of a call, and its result for the same bytes never changes: a kid is
 * its key's thumbprint, and whether that key is still accepted is checked before.
 */
type Verified = { subject: TokenSubject; /** Seconds since 1970. */ expiresAt: number };
type Kept = Verified & { kid: string };

const verifiedTokens = new LRUCache<string, Kept>({ max: 5_000 });

/**
 * Three parts of base64url as RFC 7515 section 2 writes it. Decoders ignore white space, padding and unused bits, so one signature could be
 * written in many ways; this check allows only one.
 */
function isExactForm(token: string): boolean {
  const signature = /^[\w-]+\.[\w-]+\.([\w-]+)$/.exec(token)?.[1];
  return signature !== undefined && Buffer.from(signature, "base64url").toString("base64url") === signature;
}

/** The key id that a token names; null if it is not one of our tokens. */
function readKid(token: string): string | null {
  if (!isExactForm(token)) return null;
  try {
    const { alg, kid } = decodeProtectedHeader(token);
    return alg === SIGNING_ALGORITHM && typeof kid === "string" ? kid : null;
  } catch {
    // Not a JWT at all: the caller's mistake, so nothing is reported.
    return null;
  }
}

async function verifyToken(token: string, publicKey: CryptoKey): Promise<Verified | null> {
  try {
    const { payload } = await jwtVerify(token, publicKey, {
      algorithms: [SIGNING_ALGORITHM],
      issuer: issuerUrl(),
      audience: serviceUrl(),
      typ: TOKEN_TYPE,
      currentDate: now(),
      requiredClaims: ["exp", "iat", "jti", "sub", "client_id", "scope"],
    });
    const { sub, client_id: clientId, scope, exp: expiresAt } = payload;
    if (typeof clientId !== "string" || sub !== clientId || typeof scope !== "string") return null;
    if (expiresAt === undefined) return null;
    const scopes = scope.split(" ").filter((name) => name !== "");
    return { subject: { clientId, scopes }, expiresAt };
  } catch {
    // Wrong signature, expired, another audience …: all the same answer.
    return null;
  }
}
