/**
 * Creates and revokes personal access tokens. A token leaves the server once, in the answer to its creation; only its SHA-256 is stored.
 * The change and its audit row are one transaction.
 */
import { kept } from "#lib/core/language/kept-texts.ts";
import { requirePermission, type Actor, requirePermissionNow } from "#lib/auth/actor.ts";
import { makeToken } from "#lib/auth/personal-token.ts";
import { lacksRequiredFactor } from "#lib/auth/staff-session.ts";
import { after, now } from "#lib/core/clock.ts";
import { forbidden, getById, parseInput, rateLimited } from "#lib/core/errors.ts";
import { newId } from "#lib/core/ids.ts";
import { say } from "#lib/core/texts.ts";
import { getDb, inTransaction } from "#lib/db/client.ts";
import { recordAudit } from "#lib/audit/record.ts";
import { getView } from "#lib/features/views/queries.ts";
import { ALL_READING, createTokenSchema, LIVE_TOKENS_MAX, type CreateToken } from "./schema.ts";

const DAY_MS = 24 * 3_600_000;

/**
 * Creates a token for the actor.
 * @returns the token, shown only this once
 * @throws AppError VALIDATION, NOT_FOUND (no such view), FORBIDDEN (the role requires a second factor, and there is none), RATE_LIMITED
 * (too many live ones)
 */
export async function createToken(
  actor: Actor,
  input: CreateToken,
): Promise<{ tokenId: string; name: string; token: string; expiresAt: Date }> {
  requirePermission(actor, "elements:export");
  const { name, scope, days } = parseInput(createTokenSchema, input);
  const view = scope === ALL_READING ? null : await getView(actor, scope);
  const { token, tokenHash, hint } = makeToken();
  const [tokenId, expiresAt] = [newId(), after(days * DAY_MS)];
  await inTransaction(async (tx) => {
    // Locks the row, so that simultaneous requests cannot exceed the limit together.
    await tx.$queryRaw`SELECT id FROM staff WHERE id = ${actor.staffId}::uuid FOR UPDATE`;
    await requirePermissionNow(tx, actor, "elements:export");
    const account = await tx.staff.findUniqueOrThrow({
      where: { id: actor.staffId },
      select: { role: true, totpSince: true, identity: { select: { staffId: true } } },
    });
    if (await lacksRequiredFactor(tx, account))
      throw forbidden(
        say(
          "Your role needs a second factor, and your account has none yet. No token was created. Set up a second factor first.",
        ),
        { details: { href: "/second-factor" } },
      );
    const live = await tx.personalToken.count({
      where: { staffId: actor.staffId, revokedAt: null, expiresAt: { gt: now() } },
    });
    if (live >= LIVE_TOKENS_MAX) {
      throw rateLimited(
        say(
          "You have {live} active tokens, the maximum. No token was created. Revoke a token that you no longer need.",
          { live },
        ),
      );
    }
    await tx.personalToken.create({
      data: {
        id: tokenId,
        staffId: actor.staffId,
        name,
        tokenHash,
        hint,
        createdAt: now(),
        expiresAt,
        scope: view === null ? "READING" : "VIEW",
        viewId: view?.id ?? null,
      },
    });
    await recordAudit(tx, {
      actor,
      action: "token.create",
      objectType: "token",
      objectId: tokenId,
      after: { name, hint, reads: view?.name ?? kept("all views"), expiresAt: expiresAt.toISOString() },
    });
  });
  return { tokenId, name, token, expiresAt };
}

/**
 * Revokes one of the actor's own tokens; it stops working with the very next request. Revoking it twice is harmless.
 * @throws AppError NOT_FOUND, also for another person's token
 */
export async function revokeToken(actor: Actor, tokenId: string): Promise<void> {
  const own = { id: tokenId, staffId: actor.staffId };
  const row = await getById(tokenId, say("This token"), () =>
    getDb().personalToken.findFirst({ where: own }),
  );
  await inTransaction(async (tx) => {
    const { count } = await tx.personalToken.updateMany({
      where: { ...own, revokedAt: null },
      data: { revokedAt: now(), revokedFor: "OWNER" },
    });
    if (count === 0) return;
    await recordAudit(tx, {
      actor,
      action: "token.revoke",
      objectType: "token",
      objectId: tokenId,
      before: { name: row.name, hint: row.hint },
    });
  });
}
