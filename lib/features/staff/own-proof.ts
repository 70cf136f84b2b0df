/**
 * Signed-in people prove again that they own the account: with the password, and a code where the account has a second factor. The proof is
 * valid for a while in the session that gave it.
 */
import type { Actor } from "#lib/auth/actor.ts";
import { takeSecondFactor } from "#lib/auth/second-factor.ts";
import { confirmStaffSession } from "#lib/auth/staff-session.ts";
import { AppError, validation } from "#lib/core/errors.ts";
import { verifyPassword } from "#lib/core/identity/password.ts";
import { t } from "#lib/core/texts.ts";
import { getDb, type StaffModel } from "#lib/db/client.ts";
import { checkForAccount } from "#lib/db/account-tries.ts";
import { recordRefusal } from "#lib/features/refusals/record.ts";

/** `code`: from the app, or a recovery code; required where the account has a second factor. */
export type OwnProof = { password: string; code?: string | undefined };

/** The actor's account, after checking the password again. @throws AppError VALIDATION (wrong), RATE_LIMITED */
export async function requireOwnPassword(actor: Actor, password: string): Promise<StaffModel> {
  const db = getDb();
  const staff = await checkForAccount(db, "staff-own-password", actor.staffId, async () => {
    const found = await db.staff.findFirst({ where: { id: actor.staffId, disabledAt: null } });
    return (await verifyPassword(found?.passwordHash ?? null, password, "known")) ? found : null;
  });
  if (staff === null) throw validation({ password: [t("This is not your password.")] });
  return staff;
}

/**
 * The actor's account, after checking password and second factor again. Uses up the code.
 * @throws AppError VALIDATION (password or code), RATE_LIMITED
 */
export async function requireOwnProof(actor: Actor, { password, code = "" }: OwnProof): Promise<StaffModel> {
  const staff = await requireOwnPassword(actor, password);
  if (staff.totpSince === null) return staff;
  if (code === "") throw validation({ code: [t("Type a code of your app, or a recovery code.")] });
  if (!(await takeSecondFactor(getDb(), staff, code)))
    throw validation({ code: [t("This code is wrong, too old, or was used before. Type another.")] });
  return staff;
}

/**
 * Stores the proof in the session that gives it; a refused one is recorded.
 * @throws AppError VALIDATION (password or code), RATE_LIMITED
 */
export async function confirmIdentity(
  actor: Actor & { readonly sessionId: string },
  proof: OwnProof,
  networkAddress: string,
): Promise<void> {
  try {
    await requireOwnProof(actor, proof);
  } catch (thrown) {
    if (thrown instanceof AppError && (thrown.code === "VALIDATION" || thrown.code === "RATE_LIMITED")) {
      const reason = thrown.code === "VALIDATION" ? "password or code" : "too many tries";
      await recordRefusal({ kind: "CONFIRMATION", actor, networkAddress, place: "password", reason });
    }
    throw thrown;
  }
  await confirmStaffSession(getDb(), actor.sessionId);
}
