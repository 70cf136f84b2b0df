/**
 * The signing keys of access tokens: made once per installation on first use (an advisory lock keeps two processes from making
 * two), the private half encrypted at rest, both halves kept in memory for a minute. Nothing here signs or verifies.
 */
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import { openSecret, sealSecret } from "#lib/core/crypto-box.ts";
import { now } from "#lib/core/clock.ts";
import { log } from "#lib/core/logger.ts";
import type { Db, PrismaClient } from "#lib/db/client.ts";
import { SIGNING_ALGORITHM, TOKEN_LIFETIME_SECONDS } from "./issuer.ts";

export type KeyRing = {
  signing: { kid: string; privateKey: CryptoKey };
  /** Public keys that may still have live tokens, by kid. */
  verifying: ReadonlyMap<string, { publicKey: CryptoKey; jwk: JWK }>;
};

const CACHE_MS = 60_000;
const RELOAD_MS = 2_000;
/** "PORT" as a number: the advisory lock of everything that makes keys. */
const LOCK = 0x504f5254;

type Cached = { ring: Promise<KeyRing>; readAtMs: number };
// Keyed by client, so that tests with several databases in one process do not share keys.
const cache = new WeakMap<PrismaClient, Cached>();

/**
 * The keys, at most a minute old. With `kid`: read again (at most every two seconds) when this key is not among them, because
 * another process may have made it.
 */
export async function getKeyRing(db: PrismaClient, kid?: string): Promise<KeyRing> {
  const cached = cache.get(db);
  const ageMs = cached === undefined ? Infinity : now().getTime() - cached.readAtMs;
  if (cached !== undefined && ageMs >= 0 && ageMs < CACHE_MS) {
    const ring = await cached.ring;
    if (kid === undefined || ring.verifying.has(kid) || ageMs < RELOAD_MS) return ring;
  }
  const ring = readKeyRing(db);
  cache.set(db, { ring, readAtMs: now().getTime() });
  ring.catch(() => cache.delete(db));
  return ring;
}

async function readKeyRing(db: PrismaClient): Promise<KeyRing> {
  const found = await loadKeyRing(db);
  if (found !== null) return found;
  return db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCK}::bigint)`;
    const meanwhile = await loadKeyRing(tx);
    if (meanwhile !== null) return meanwhile;
    await makeKey(tx);
    const made = await loadKeyRing(tx);
    if (made === null) throw new Error("The signing key that was just made cannot be read.");
    return made;
  });
}

async function loadKeyRing(db: Db): Promise<KeyRing | null> {
  const retiredSince = new Date(now().getTime() - 2 * TOKEN_LIFETIME_SECONDS * 1000);
  const rows = await db.serviceSigningKey.findMany({
    where: { OR: [{ retiredAt: null }, { retiredAt: { gt: retiredSince } }] },
    orderBy: [{ createdAt: "desc" }, { kid: "asc" }],
  });
  const verifying = new Map<string, { publicKey: CryptoKey; jwk: JWK }>();
  let signing: KeyRing["signing"] | null = null;
  for (const row of rows) {
    const jwk = row.publicJwk as JWK;
    verifying.set(row.kid, { publicKey: await importKey(jwk), jwk });
    if (signing !== null || row.retiredAt !== null) continue;
    const privateKey = await openPrivateKey(row.kid, row.privateCipher);
    if (privateKey !== null) signing = { kid: row.kid, privateKey };
  }
  return signing === null ? null : { signing, verifying };
}

/** null when the key was sealed under another PORTICO_SECRET: a new key is made then, and old tokens run out by themselves. */
async function openPrivateKey(kid: string, sealed: Uint8Array): Promise<CryptoKey | null> {
  let text: string;
  try {
    text = openSecret(sealed, keyContext(kid));
  } catch (cause) {
    log.warn("a signing key cannot be opened with this installation's secret; another one is used", {
      kid,
      reason: cause instanceof Error ? cause.message : "unknown",
    });
    return null;
  }
  return importKey(JSON.parse(text) as JWK);
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, SIGNING_ALGORITHM);
  if (key instanceof Uint8Array) throw new Error("A signing key must be asymmetric.");
  return key;
}

async function makeKey(db: Db): Promise<void> {
  const pair = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
  const publicJwk = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(publicJwk);
  const privateJwk = await exportJWK(pair.privateKey);
  await db.serviceSigningKey.create({
    data: {
      kid,
      publicJwk: { ...publicJwk, kid, alg: SIGNING_ALGORITHM, use: "sig" },
      privateCipher: sealSecret(JSON.stringify(privateJwk), keyContext(kid)),
    },
  });
}

function keyContext(kid: string): string {
  return `service-signing-key:${kid}`;
}
