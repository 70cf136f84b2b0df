/**
 * One's own account: sessions, and the second factor with its recovery codes. Changes that weaken the account, or could lock its owner out,
 * require the password, and a code, again. Must not touch the accounts of others (commands.ts does).
 */
import { type Actor, requirePermissionNow } from "#lib/auth/actor.ts";
import { dropSecondFactor, totpContext } from "#lib/auth/second-factor.ts";
import { endStaffSessions, isSecondFactorRequired, listStaffSessions } from "#lib/auth/staff-session.ts";
import { now } from "#lib/core/clock.ts";
import { conflict, notFound } from "#lib/core/errors.ts";
import { newId } from "#lib/core/ids.ts";
import {
  hasNoSecondFactor,
  hasSecondFactor,
  newRecoveryCodes,
  newTotp,
  readFirstCode,
  setUpElsewhere,
  type TotpToShow,
} from "#lib/core/identity/one-time-codes.ts";
import { say } from "#lib/core/texts.ts";
import { getDb, type Db, inTransaction } from "#lib/db/client.ts";
import { endTokens } from "#lib/features/tokens/endings.ts";
import { auditStaff } from "./account-audit.ts";
import { requireOwnPassword, requireOwnProof, type OwnProof } from "./own-proof.ts";

type SessionActor = Actor & { readonly sessionId: string };

/** What the page about one's own sign-in shows. */
export async function getOwnAccount(actor: SessionActor) {
  const db = getDb();
  const [staff, sessions, recoveryCodesLeft, secondFactorRequired] = await Promise.all([
    db.staff.findUniqueOrThrow({
      where: { id: actor.staffId },
      select: { totpSince: true, identity: { select: { staffId: true } } },
    }),
    listStaffSessions(db, actor.staffId),
    db.recoveryCode.count({ where: { staffId: actor.staffId, usedAt: null } }),
    isSecondFactorRequired(db, actor.role),
  ]);
  return {
    /** The identity provider manages the password and the second factor of this account. */
    isAtProvider: staff.identity !== null,
    sessions: sessions.map((session) => ({ ...session, isThis: session.id === actor.sessionId })),
    /** Since when sign-ins need a code; null: they do not. */
    secondFactorSince: staff.totpSince,
    /** The role requires one, so that it can be replaced but not removed. */
    secondFactorRequired,
    recoveryCodesLeft,
  };
}

/**
 * Ends one of the actor's own sessions with its very next request; without an id, all except the current one.
 * @param options.andTokens every access token of the actor as well
 * @returns how many sessions ended
 * @throws AppError NOT_FOUND, also for another person's session
 */
export async function endOwnSessions(
  actor: SessionActor,
  sessionId: string | null,
  { andTokens = false }: { andTokens?: boolean } = {},
): Promise<number> {
  return inTransaction(async (tx) => {
    const id = sessionId ?? { not: actor.sessionId };
    const ended = await endStaffSessions(tx, actor.staffId, { id });
    if (ended === 0 && sessionId !== null) throw notFound(say("This session"));
    if (ended > 0)
      await auditStaff(tx, actor, "staff.end-session", ownerOf(actor), { after: { sessions: ended } });
    if (andTokens) await endTokens(tx, ownerOf(actor), "SESSIONS", actor);
    return ended;
  });
}

/**
 * Creates a secret that a first code must confirm; until then sign-ins do not change. Replaces an earlier unconfirmed one.
 * @throws AppError CONFLICT when a second factor is on already
 */
export async function beginSecondFactor(actor: Actor & { readonly email: string }): Promise<TotpToShow> {
  const name = { issuer: "Portico", label: actor.email };
  const { shown, cipher } = newTotp(totpContext(actor.staffId), name);
  const { count } = await getDb().staff.updateMany({
    where: { id: actor.staffId, totpSince: null, disabledAt: null },
    data: { totpCipher: cipher, totpStep: null },
  });
  if (count !== 1) throw hasSecondFactor();
  return shown;
}

/**
 * Turns the second factor on with the first code of the app. All other sessions end.
 * @returns recovery codes, shown only this once
 * @throws AppError VALIDATION (password or code), CONFLICT, RATE_LIMITED
 */
export async function confirmSecondFactor(
  actor: SessionActor,
  input: { password: string; code: string },
): Promise<string[]> {
  const staff = await requireOwnPassword(actor, input.password);
  if (staff.totpSince !== null || staff.totpCipher === null) throw setUpElsewhere();
  const totpStep = readFirstCode(totpContext(staff.id), staff.totpCipher, input.code);
  return inTransaction(async (tx) => {
    await requirePermissionNow(tx, actor, "portal:read");
    const { count } = await tx.staff.updateMany({
      where: { id: staff.id, totpSince: null, totpCipher: staff.totpCipher },
      data: { totpSince: now(), totpStep },
    });
    if (count !== 1) throw setUpElsewhere();
    await endStaffSessions(tx, staff.id, { id: { not: actor.sessionId } });
    await auditStaff(tx, actor, "staff.set-second-factor", staff, { after: {} });
    return replaceCodes(tx, staff.id);
  });
}

/**
 * Turns the second factor off; access tokens end with it.
 * @throws AppError VALIDATION (password or code), CONFLICT where the role requires one, RATE_LIMITED
 */
export async function removeSecondFactor(actor: Actor, proof: OwnProof): Promise<void> {
  const staff = await requireOwnProof(actor, proof);
  await inTransaction(async (tx) => {
    await requirePermissionNow(tx, actor, "portal:read");
    if (await isSecondFactorRequired(tx, staff.role))
      throw conflict(say("Your role needs a second factor, so it stays on."));
    await dropSecondFactor(tx, staff.id);
    await auditStaff(tx, actor, "staff.remove-second-factor", staff, { after: {} });
    await endTokens(tx, staff, "SECOND_FACTOR", actor);
  });
}

/**
 * Creates new recovery codes; the old ones stop working.
 * @returns the codes, shown only this once
 * @throws AppError VALIDATION (password or code), CONFLICT without a second factor, RATE_LIMITED
 */
export async function renewRecoveryCodes(actor: Actor, proof: OwnProof): Promise<string[]> {
  const staff = await requireOwnProof(actor, proof);
  if (staff.totpSince === null) throw hasNoSecondFactor();
  return inTransaction(async (tx) => {
    await requirePermissionNow(tx, actor, "portal:read");
    await auditStaff(tx, actor, "staff.renew-codes", staff, { after: {} });
    return replaceCodes(tx, staff.id);
  });
}

async function replaceCodes(tx: Db, staffId: string): Promise<string[]> {
  const { codes, hashes } = newRecoveryCodes(staffId);
  await tx.recoveryCode.deleteMany({ where: { staffId } });
  await tx.recoveryCode.createMany({ data: hashes.map((codeHash) => ({ id: newId(), staffId, codeHash })) });
  return codes;
}

function ownerOf({ staffId, name }: Actor): { id: string; name: string } {
  return { id: staffId, name };
}
