/**
 * The signing keys of access tokens: made on first use, replaced every 90 days or on an operator's command (an advisory lock prevents two
 * processes from making two), the private half encrypted at rest, both halves cached in memory for some seconds. A new key is published
 * before it signs, an old key until its last token has expired. Nothing here signs or verifies.
 */
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import { openSecret, sealSecret } from "#lib/core/crypto-box.ts";
import { after, now } from "#lib/core/clock.ts";
import { log } from "#lib/core/log/logger.ts";
import { conflict } from "#lib/core/errors.ts";
import type { Db, PrismaClient, ServiceSigningKeyModel } from "#lib/db/client.ts";
import { SIGNING_ALGORITHM, TOKEN_LIFETIME_SECONDS } from "./issuer.ts";

export type KeyRing = {
  signing: { kid: string; privateKey: CryptoKey };
  /** Public keys that may still have live tokens, by kid. */
  verifying: ReadonlyMap<string, { publicKey: CryptoKey; jwk: JWK }>;
};

const CACHE_MS = 10_000;
const RELOAD_MS = 2_000;
/** How long verifiers of tokens may cache the published keys. */
export const KEYS_MAX_AGE_SECONDS = 60;
/** How long a new key is published before it signs: by then every process and every verifier of tokens has read it. */
export const KEY_LEAD_MS = 2 * (KEYS_MAX_AGE_SECONDS * 1000 + CACHE_MS);
/** How long a key stays published after it stopped signing; its last token was made at most CACHE_MS later. */
export const KEY_KEPT_MS = TOKEN_LIFETIME_SECONDS * 1000 + 5 * 60_000;
export const KEY_AGE_DAYS_MAX = 90;
/** "PORT" as a number: the advisory lock of everything that makes keys. */
const LOCK = 0x504f5254;

type Cached = { ring: Promise<KeyRing>; readAtMs: number };
// Keyed by client, so that tests with several databases in one process do not share keys.
const cache = new WeakMap<PrismaClient, Cached>();

/**
 * The keys, at most ten seconds old. With `kid`: read again (at most every two seconds) when this key is not among them, because
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
    await lockKeys(tx);
    const meanwhile = await loadKeyRing(tx);
    if (meanwhile !== null) return meanwhile;
    // Keys that cannot be opened no longer sign; their tokens simply expire.
    await tx.serviceSigningKey.updateMany({ where: { retiredAt: null }, data: { retiredAt: now() } });
    await makeKey(tx);
    const made = await loadKeyRing(tx);
    if (made === null) throw new Error("The signing key that was just made cannot be read.");
    return made;
  });
}

async function loadKeyRing(db: Db): Promise<KeyRing | null> {
  const verifying = new Map<string, { publicKey: CryptoKey; jwk: JWK }>();
  const rows = await findPublished(db);
  for (const row of rows) {
    const jwk = row.publicJwk as JWK;
    verifying.set(row.kid, { publicKey: await importKey(jwk), jwk });
  }
  for (const row of rows.filter(isSigning).toSorted(bySigningOrder)) {
    const privateKey = await openPrivateKey(row.kid, row.privateCipher);
    if (privateKey !== null) return { signing: { kid: row.kid, privateKey }, verifying };
  }
  return null;
}

/** Keys whose tokens may still be valid. */
function findPublished(db: Db): Promise<ServiceSigningKeyModel[]> {
  return db.serviceSigningKey.findMany({
    where: { OR: [{ retiredAt: null }, { retiredAt: { gt: after(-KEY_KEPT_MS) } }] },
    orderBy: [{ createdAt: "desc" }, { kid: "asc" }],
  });
}

function isSigning(row: ServiceSigningKeyModel): boolean {
  return row.retiredAt === null || row.retiredAt > now();
}

/** Sorts the signing key first: the key being replaced until its end, otherwise the newest. */
function bySigningOrder(one: ServiceSigningKeyModel, other: ServiceSigningKeyModel): number {
  const ending = Number(other.retiredAt !== null) - Number(one.retiredAt !== null);
  return ending !== 0 ? ending : other.createdAt.getTime() - one.createdAt.getTime();
}

export type SigningKeyView = {
  kid: string;
  createdAt: Date;
  /** NEXT: published, signs from `changesAt` on. SIGNING: signs until `changesAt`; null: not set. RETIRED: published until `changesAt`. */
  state: "NEXT" | "SIGNING" | "RETIRED";
  changesAt: Date | null;
};

/** The published keys, newest first. */
export async function listSigningKeys(db: Db): Promise<SigningKeyView[]> {
  const rows = await findPublished(db);
  const signing = rows.filter(isSigning).toSorted(bySigningOrder)[0];
  return rows.map(({ kid, createdAt, retiredAt }) => {
    if (kid === signing?.kid) return { kid, createdAt, state: "SIGNING", changesAt: retiredAt };
    if (retiredAt === null) return { kid, createdAt, state: "NEXT", changesAt: signing?.retiredAt ?? null };
    return { kid, createdAt, state: "RETIRED", changesAt: new Date(retiredAt.getTime() + KEY_KEPT_MS) };
  });
}

export type Rotation = { kid: string; replaced: string[]; signsAt: Date };

/**
 * Makes the next signing key. It is published at once and signs after KEY_LEAD_MS, when former keys stop; their tokens stay valid until
 * they expire. With `revoke` (a key was compromised) former keys are removed at once, and all their tokens stop working.
 * @throws AppError CONFLICT while the previous new key does not sign yet, unless `revoke` is set.
 */
export async function rotateSigningKey(tx: Db, revoke: boolean): Promise<Rotation> {
  await lockKeys(tx);
  return replaceKeys(tx, await findPublished(tx), revoke);
}

/** Makes the next signing key if the current key is 90 days old; else null. Several processes may call it at once. */
export async function rotateDueSigningKey(tx: Db): Promise<Rotation | null> {
  await lockKeys(tx);
  const rows = await findPublished(tx);
  const newest = rows.find((row) => row.retiredAt === null);
  const dueBefore = after(-KEY_AGE_DAYS_MAX * 24 * 3_600_000);
  return newest === undefined || newest.createdAt > dueBefore ? null : replaceKeys(tx, rows, false);
}

async function replaceKeys(tx: Db, rows: ServiceSigningKeyModel[], revoke: boolean): Promise<Rotation> {
  const replaced = rows.filter(isSigning).map((row) => row.kid);
  const isUnderWay = rows.some((row) => row.retiredAt !== null && row.retiredAt > now());
  if (isUnderWay && !revoke) {
    throw conflict(
      "A new signing key was made a moment ago and does not sign yet. Nothing was changed; it takes over within three minutes.",
    );
  }
  const signsAt = revoke || replaced.length === 0 ? now() : after(KEY_LEAD_MS);
  if (revoke) await tx.serviceSigningKey.deleteMany({});
  else await tx.serviceSigningKey.updateMany({ where: { retiredAt: null }, data: { retiredAt: signsAt } });
  return { kid: await makeKey(tx), replaced, signsAt };
}

async function lockKeys(tx: Db): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCK}::bigint)`;
}

/** null when the key was sealed under another PORTICO_SECRET: a new key is made then, and old tokens simply expire. */
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

async function makeKey(db: Db): Promise<string> {
  const pair = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
  const publicJwk = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(publicJwk);
  const privateJwk = await exportJWK(pair.privateKey);
  await db.serviceSigningKey.create({
    data: {
      kid,
      publicJwk: { ...publicJwk, kid, alg: SIGNING_ALGORITHM, use: "sig" },
      privateCipher: sealSecret(JSON.stringify(privateJwk), keyContext(kid)),
      createdAt: now(),
    },
  });
  return kid;
}

const keyContext = (kid: string): string => `service-signing-key:${kid}`;
