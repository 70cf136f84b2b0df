/**
 * The second factor of staff: lib/core/identity/one-time-codes.ts makes and checks the codes, the account's row stores them. Each code is
 * accepted once. Callers must have checked the password before. This code must never log a secret or a code.
 */
import { now } from "#lib/core/clock.ts";
import { takeTypedCode } from "#lib/core/identity/one-time-codes.ts";
import type { Db } from "#lib/db/client.ts";
import { checkForAccount } from "#lib/db/account-tries.ts";

/** The context to which the sealed secret of a staff account is bound. */
export const totpContext = (staffId: string): string => `staff-totp:${staffId}`;

/** Removes the second factor of an account, with its recovery codes. */
export async function dropSecondFactor(tx: Db, staffId: string): Promise<void> {
  const data = { totpCipher: null, totpSince: null, totpStep: null };
  await tx.staff.update({ where: { id: staffId }, data });
  await tx.recoveryCode.deleteMany({ where: { staffId } });
}

/**
 * Checks a typed code of the app, or a recovery code, and uses it up.
 * @returns whether the code was right
 * @throws AppError RATE_LIMITED after too many wrong codes for this account
 */
export async function takeSecondFactor(
  db: Db,
  { id, totpCipher }: { id: string; totpCipher: Uint8Array | null },
  typed: string,
): Promise<boolean> {
  const account = { context: totpContext(id), owner: id, cipher: totpCipher };
  const stores = {
    takeStep: (totpStep: number) =>
      db.staff.updateMany({
        where: { id, totpSince: { not: null }, OR: [{ totpStep: null }, { totpStep: { lt: totpStep } }] },
        data: { totpStep },
      }),
    takeRecoveryCode: (codeHash: string) =>
      db.recoveryCode.updateMany({ where: { staffId: id, codeHash, usedAt: null }, data: { usedAt: now() } }),
  };
  return checkForAccount(db, "staff-second-factor", id, () => takeTypedCode(account, typed, stores));
}
