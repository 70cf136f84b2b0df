/**
 * From a personal access token to an Actor: the only way in beside the session cookie. The row decides at every request, so a token is dead
 * at once when it is revoked, has expired, or its owner's account is disabled. It must never log or keep a token.
 */
import { now } from "#lib/core/clock.ts";
import { AppError } from "#lib/core/errors.ts";
import { newReference, newSecret, sha256Hex } from "#lib/core/ids.ts";
import { say } from "#lib/core/texts.ts";
import type { Db, TokenScope } from "#lib/db/client.ts";
import { countTry } from "#lib/db/try-counter.ts";
import type { Actor } from "./actor.ts";

/** By this prefix people, and programs that look for leaked secrets, know what it is. */
export const TOKEN_PREFIX = "portico_pat_";
/** The prefix and 256 random bits in base64url. */
const TOKEN = /^portico_pat_[A-Za-z0-9_-]{43}$/;
/** Base64 of "name:token"; a name longer than this is none. */
const BASIC = /^[A-Za-z0-9+/]{1,1000}={0,2}$/;

/** Wrong tokens from one network address; right ones are never slowed down. */
const WRONG_TOKENS = {
  purpose: "personal-token",
  windowMs: 15 * 60_000,
  perPairMax: 120,
  perNetworkMax: 120,
} as const;
const USED_EVERY_MS = 3_600_000;

export type TokenActor = Actor & {
  readonly tokenId: string;
  readonly scope: TokenScope;
  /** The one view of scope VIEW. */
  readonly viewId: string | null;
};

/** A new token with what is kept of it. */
export function makeToken(): { token: string; tokenHash: string; hint: string } {
  const token = `${TOKEN_PREFIX}${newSecret()}`;
  return { token, tokenHash: sha256Hex(token), hint: token.slice(-4) };
}

/**
 * The token of an Authorization header: Bearer (RFC 6750 section 2.1), or Basic with the token as password and any name (RFC 7617), which
 * is all that spreadsheets can send. null when there is none; one that cannot be a token is "".
 */
export function readAuthorization(header: string | null): string | null {
  if (header === null || header.trim() === "") return null;
  const [scheme = "", credentials = "", ...rest] = header.trim().split(/ +/);
  if (rest.length > 0) return "";
  if (scheme.toLowerCase() === "bearer") return TOKEN.test(credentials) ? credentials : "";
  if (scheme.toLowerCase() !== "basic" || !BASIC.test(credentials)) return "";
  const pair = Buffer.from(credentials, "base64").toString("utf8");
  const password = pair.slice(pair.indexOf(":") + 1);
  return pair.includes(":") && TOKEN.test(password) ? password : "";
}

/** Whose token it is; null when it is none, or not good any more. */
export async function findTokenActor(db: Db, token: string): Promise<TokenActor | null> {
  if (!TOKEN.test(token)) return null;
  const row = await db.personalToken.findFirst({
    where: {
      tokenHash: sha256Hex(token),
      revokedAt: null,
      expiresAt: { gt: now() },
      staff: { disabledAt: null },
    },
    include: { staff: { select: { id: true, name: true, role: true } } },
  });
  if (row === null) return null;
  if (row.lastUsedAt === null || now().getTime() - row.lastUsedAt.getTime() >= USED_EVERY_MS) {
    await db.personalToken.updateMany({ where: { id: row.id }, data: { lastUsedAt: now() } });
  }
  return {
    staffId: row.staff.id,
    name: row.staff.name,
    role: row.staff.role,
    requestId: newReference(),
    tokenId: row.id,
    scope: row.scope,
    viewId: row.viewId,
  };
}

/**
 * The acting program of a request.
 * @param networkAddress where the request comes from; wrong tokens are counted by it
 * @throws AppError UNAUTHENTICATED, RATE_LIMITED after many wrong tokens from one place
 */
export async function requireTokenActor(
  db: Db,
  header: string | null,
  networkAddress: string,
): Promise<TokenActor> {
  const token = readAuthorization(header);
  if (token === null)
    throw new AppError(
      "UNAUTHENTICATED",
      say(
        "This address needs a personal access token: as Bearer, or as the password of Basic with any name. Make one under “Access tokens” in your menu.",
      ),
    );
  const actor = await findTokenActor(db, token);
  if (actor !== null) return actor;
  await countTry(db, WRONG_TOKENS, { address: "token", networkAddress });
  throw new AppError(
    "UNAUTHENTICATED",
    say(
      "This token is not good: it was revoked, has expired, was never made, or its owner's account is disabled. Make a new one under “Access tokens”.",
    ),
  );
}
