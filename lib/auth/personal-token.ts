/**
 * From a personal access token to an Actor: the only way in other than the session cookie. The row decides at every request, so a token
 * stops working at once when it is revoked, has expired, or its owner's account is disabled. It is suspended while its owner lacks a second
 * factor that the role requires, and when the owner has not signed in with the identity provider for a while. This code must never log or
 * store a token.
 */
import { after, now } from "#lib/core/clock.ts";
import { getEnv } from "#lib/core/env.ts";
import { AppError, forbidden } from "#lib/core/errors.ts";
import { newReference, newSecret, sha256Hex } from "#lib/core/ids.ts";
import { say, type Said } from "#lib/core/texts.ts";
import type { Db, TokenScope } from "#lib/db/client.ts";
import { countTry } from "#lib/db/try-counter.ts";
import type { Actor } from "./actor.ts";
import { lacksRequiredFactor } from "./staff-session.ts";

/** The prefix by which people, and programs that search for leaked secrets, recognise a token. */
export const TOKEN_PREFIX = "portico_pat_";
/** The prefix and 256 random bits in base64url. */
const TOKEN = /^portico_pat_[A-Za-z0-9_-]{43}$/;
/** Base64 of "name:token"; longer names are not accepted. */
const BASIC = /^[A-Za-z0-9+/]{1,1000}={0,2}$/;

/** The limit for wrong tokens from one network address; right tokens are never slowed down. */
const WRONG_TOKENS = {
  purpose: "personal-token",
  windowMs: 15 * 60_000,
  perPairMax: 120,
  perNetworkMax: 120,
} as const;
const USED_EVERY_MS = 3_600_000;
const DAY_MS = 24 * 3_600_000;

export type TokenActor = Actor & {
  readonly tokenId: string;
  readonly scope: TokenScope;
  /** The one view of scope VIEW. */
  readonly viewId: string | null;
};

/** A new token with what is stored about it. */
export function makeToken(): { token: string; tokenHash: string; hint: string } {
  const token = `${TOKEN_PREFIX}${newSecret()}`;
  return { token, tokenHash: sha256Hex(token), hint: token.slice(-4) };
}

/**
 * The token of an Authorization header: Bearer (RFC 6750 section 2.1), or Basic with the token as password and any name (RFC 7617), which
 * is all that spreadsheets can send. null without a token; "" for one that cannot be valid.
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

export type TokenRefusal =
  /** Unknown, revoked or expired, or the owner's account is disabled. */
  "DEAD" | "NO_SECOND_FACTOR" | "LONG_UNPROVEN";

export type TokenVerdict =
  | { ok: true; actor: TokenActor }
  | { ok: false; reason: TokenRefusal; staffId: string | null };

/** Called for a refused token, with its owner if the token is, or was, somebody's. */
export type NoteTokenRefusal = (
  reason: TokenRefusal | "TOO_MANY_TRIES",
  staffId: string | null,
) => Promise<void>;

/** Whose token it is, or why it is refused; `staffId` is the owner, if the token is, or was, somebody's. */
export async function judgeToken(db: Db, token: string): Promise<TokenVerdict> {
  if (!TOKEN.test(token)) return { ok: false, reason: "DEAD", staffId: null };
  const row = await db.personalToken.findUnique({
    where: { tokenHash: sha256Hex(token) },
    include: {
      staff: {
        select: {
          id: true,
          name: true,
          role: true,
          disabledAt: true,
          totpSince: true,
          identity: { select: { provedAt: true } },
        },
      },
    },
  });
  if (row === null) return { ok: false, reason: "DEAD", staffId: null };
  const { staff } = row;
  const refused = (reason: TokenRefusal): TokenVerdict => ({ ok: false, reason, staffId: staff.id });
  if (row.revokedAt !== null || row.expiresAt <= now() || staff.disabledAt !== null) return refused("DEAD");
  if (staff.identity !== null && staff.identity.provedAt < after(-getEnv().OIDC_TOKEN_DAYS * DAY_MS))
    return refused("LONG_UNPROVEN");
  if (await lacksRequiredFactor(db, staff)) return refused("NO_SECOND_FACTOR");
  if (row.lastUsedAt === null || now().getTime() - row.lastUsedAt.getTime() >= USED_EVERY_MS) {
    await db.personalToken.updateMany({ where: { id: row.id }, data: { lastUsedAt: now() } });
  }
  return {
    ok: true,
    actor: {
      staffId: staff.id,
      name: staff.name,
      role: staff.role,
      requestId: newReference(),
      tokenId: row.id,
      scope: row.scope,
      viewId: row.viewId,
    },
  };
}

/**
 * The acting program of a request.
 * @param networkAddress the request's origin, by which wrong tokens are counted
 * @param noteRefusal called for every refused token, before the answer
 * @throws AppError UNAUTHENTICATED, FORBIDDEN while the token is suspended, RATE_LIMITED after many wrong tokens from one address
 */
export async function requireTokenActor(
  db: Db,
  header: string | null,
  networkAddress: string,
  noteRefusal?: NoteTokenRefusal,
): Promise<TokenActor> {
  const token = readAuthorization(header);
  if (token === null)
    throw new AppError(
      "UNAUTHENTICATED",
      say(
        "This address needs a personal access token: as Bearer, or as the password of Basic with any name. Create one under “Access tokens” in your menu.",
      ),
    );
  const verdict = await judgeToken(db, token);
  if (verdict.ok) return verdict.actor;
  const { reason, staffId } = verdict;
  if (reason !== "DEAD") {
    await noteRefusal?.(reason, staffId);
    throw forbidden(RESTS[reason]());
  }
  try {
    await countTry(db, WRONG_TOKENS, { address: "token", networkAddress });
  } catch (thrown) {
    await noteRefusal?.("TOO_MANY_TRIES", staffId);
    throw thrown;
  }
  await noteRefusal?.(reason, staffId);
  throw new AppError(
    "UNAUTHENTICATED",
    say(
      "This token is not valid: it was revoked, has expired, never existed, or its owner's account is disabled. Create a new one under “Access tokens”.",
    ),
  );
}

const RESTS: Record<Exclude<TokenRefusal, "DEAD">, () => Said> = {
  NO_SECOND_FACTOR: () =>
    say(
      "The owner of this token has no second factor, and the role needs one. Nothing was read. The token works again when the owner has set one up.",
    ),
  LONG_UNPROVEN: () =>
    say(
      "The owner of this token has not signed in with the identity provider for {days, plural, one {# day} other {# days}}. Nothing was read. The token works again after the next sign-in there.",
      { days: getEnv().OIDC_TOKEN_DAYS },
    ),
};
