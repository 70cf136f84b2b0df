/**
 * Passwords of staff: changing one's own, and setting a new one with a link that works once, requested by the person or sent by an
 * administrator. Every session ends with the old password; the second factor stays. A link also ends access tokens, since whoever lost a
 * password may have lost more. A request reveals to nobody whether an account exists.
 */
import type { z } from "zod";
import { type Actor, requirePermissionNow } from "#lib/auth/actor.ts";
import { endStaffSessions } from "#lib/auth/staff-session.ts";
import { after, now } from "#lib/core/clock.ts";
import { conflict, getById, parseInput } from "#lib/core/errors.ts";
import { newReference, newSecret, sha256Hex } from "#lib/core/ids.ts";
import {
  answerForgotten,
  ASKED_HOURS,
  deadPasswordLink,
  hashNewPassword,
  hashReplacement,
  passwordChangedMeanwhile,
  SENT_HOURS,
  type ForgottenPassword,
} from "#lib/core/identity/new-password.ts";
import { say } from "#lib/core/texts.ts";
import { MAIL_LIMITS } from "#lib/db/account-tries.ts";
import { getDb, type Db, type StaffModel, inTransaction } from "#lib/db/client.ts";
import { countTry } from "#lib/db/try-counter.ts";
import { AT_SIGN_IN } from "#lib/audit/strangers.ts";
import type { AuditActor } from "#lib/audit/record.ts";
import { endTokens } from "#lib/features/tokens/endings.ts";
import { auditStaff, ownActor } from "./account-audit.ts";
import { manageStaff } from "./lock.ts";
import { queueResetMail } from "./mails.ts";
import { requireOwnPassword } from "./own-proof.ts";
import { changePasswordSchema, newPasswordSchema } from "./schema.ts";

const HOUR_MS = 3_600_000;
/**
 * Replaces the actor's own password. Every session ends, including the current one; access tokens if the person says so.
 * @throws AppError VALIDATION (the old one is wrong, or the new one is not acceptable), RATE_LIMITED
 */
export async function changeOwnPassword(
  actor: Actor,
  input: z.input<typeof changePasswordSchema>,
): Promise<void> {
  const { endTokens: andTokens, ...passwords } = parseInput(changePasswordSchema, input);
  const staff = await requireOwnPassword(actor, passwords.password);
  const passwordHash = await hashReplacement(passwords, staff.email);
  await inTransaction(async (tx) => {
    await requirePermissionNow(tx, actor, "portal:read");
    await replacePassword(tx, staff, passwordHash);
    await auditStaff(tx, actor, "staff.change-password", staff, { after: { email: staff.email } });
    if (andTokens === "on") await endTokens(tx, staff, "PASSWORD", actor);
  });
}

/** Replaces only the password that was checked, not a newer one, and ends what depends on it. */
async function replacePassword(tx: Db, staff: StaffModel, passwordHash: string): Promise<void> {
  const { count } = await tx.staff.updateMany({
    where: { id: staff.id, passwordHash: staff.passwordHash, disabledAt: null },
    data: { passwordHash },
  });
  if (count !== 1) throw passwordChangedMeanwhile();
  await tx.passwordReset.deleteMany({ where: { staffId: staff.id } });
  await endStaffSessions(tx, staff.id);
}

/**
 * Sends a link to the address if it has an account; without one, the answer and its duration are the same. An older link stops working.
 * @throws AppError VALIDATION for an invalid address, RATE_LIMITED after too many
 */
export async function requestPasswordReset(input: ForgottenPassword): Promise<void> {
  const limits = { purpose: "staff-forgotten", ...MAIL_LIMITS };
  await answerForgotten(input, "staff", (place) => countTry(getDb(), limits, place), sendToAccount);
}

async function sendToAccount(email: string): Promise<void> {
  await inTransaction(async (tx) => {
    // Whoever signs in with the identity provider cannot bypass it with a password.
    const staff = await tx.staff.findFirst({
      where: { email, disabledAt: null, passwordHash: { not: null } },
    });
    if (staff === null) return;
    const actor = { staffId: null, name: AT_SIGN_IN, requestId: newReference() };
    await sendReset(tx, staff, { hours: ASKED_HOURS, askedBy: null, actor });
  });
}

/**
 * Sends a link to a colleague, who sets a new password with it. The administrator does not see the link.
 * @throws AppError NOT_FOUND (no such account, or disabled), CONFLICT (has no password here), FORBIDDEN
 */
export async function sendPasswordReset(actor: Actor, staffId: string): Promise<void> {
  await manageStaff(actor, async (tx) => {
    const staff = await getById(staffId, say("This account"), () =>
      tx.staff.findFirst({ where: { id: staffId, disabledAt: null } }),
    );
    // An account whose identity was removed is reopened this way.
    if ((await tx.staffIdentity.findUnique({ where: { staffId } })) !== null)
      throw conflict(
        say(
          "{name} signs in with the identity provider and has no password here. No email was sent. Passwords are reset there.",
          { name: staff.name },
        ),
      );
    await sendReset(tx, staff, { hours: SENT_HOURS, askedBy: actor.name, actor });
  });
}

async function sendReset(
  tx: Db,
  staff: StaffModel,
  how: { hours: number; askedBy: string | null; actor: AuditActor },
): Promise<void> {
  const { id, email } = staff;
  const token = newSecret();
  const link = { tokenHash: sha256Hex(token), expiresAt: after(how.hours * HOUR_MS) };
  await tx.passwordReset.upsert({
    where: { staffId: id },
    create: { staffId: id, ...link },
    update: link,
  });
  await queueResetMail(tx, { email, token, hours: how.hours, askedBy: how.askedBy });
  await auditStaff(tx, how.actor, "staff.send-reset", staff, { after: { email } });
}

/** Whose new password a link is for; null when the link is not valid (any more). Uses nothing up. */
export async function findPasswordReset(token: string): Promise<{ email: string } | null> {
  return (await findReset(token))?.staff ?? null;
}

async function findReset(token: string): Promise<{ staff: StaffModel } | null> {
  return getDb().passwordReset.findFirst({
    where: {
      tokenHash: sha256Hex(token),
      expiresAt: { gt: now() },
      staff: { disabledAt: null, identity: null },
    },
    include: { staff: true },
  });
}

/**
 * Sets a new password with a link, which is used up.
 * @returns whose it is
 * @throws AppError VALIDATION (the password is not acceptable; the link stays valid), FORBIDDEN when the link is no longer valid
 */
export async function setNewPassword(token: string, input: { password: string }): Promise<{ email: string }> {
  const { password } = parseInput(newPasswordSchema, input);
  const reset = await findReset(token);
  if (reset === null) throw deadPasswordLink();
  const { staff } = reset;
  const passwordHash = await hashNewPassword(password, staff.email);
  await inTransaction(async (tx) => {
    const { count } = await tx.passwordReset.deleteMany({
      where: { tokenHash: sha256Hex(token), expiresAt: { gt: now() } },
    });
    if (count !== 1) throw deadPasswordLink();
    await replacePassword(tx, staff, passwordHash);
    const actor = ownActor(staff);
    await auditStaff(tx, actor, "staff.reset-password", staff, { after: { email: staff.email } });
    await endTokens(tx, staff, "PASSWORD", actor);
  });
  return { email: staff.email };
}
