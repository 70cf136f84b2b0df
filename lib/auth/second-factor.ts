/**
 * The second factor of staff: what lib/core/identity/one-time-codes.ts makes and reads, kept in the account's row. Each code is taken once. Whoever
 * calls this has checked the password before. It must never log a secret or a code.
 */
import { now } from "#lib/core/clock.ts";
import { takeTypedCode } from "#lib/core/identity/one-time-codes.ts";
import type { Db } from "#lib/db/client.ts";
import { countTry, forgetTries } from "#lib/db/try-counter.ts";

/**
 * Codes are counted per account, wherever they come from: only somebody with the right password gets here, so that nobody else can
 * lock its owner out.
 */
const CODE_TRIES = {
  purpose: "staff-second-factor",
  windowMs: 15 * 60_000,
  perPairMax: 10,
  // The account stands for the place as well; it alone decides.
  perNetworkMax: 1000,
};

/** What the sealed secret of a staff account is bound to. */
export const totpContext = (staffId: string): string => `staff-totp:${staffId}`;

/**
 * Takes a typed code of the app, or a recovery code, and uses it up.
 * @returns whether it was good
 * @throws AppError RATE_LIMITED after too many wrong ones for this account
 */
export async function takeSecondFactor(
  db: Db,
  { id, totpCipher }: { id: string; totpCipher: Uint8Array | null },
  typed: string,
): Promise<boolean> {
  const place = { address: id, networkAddress: id };
  const counted = await countTry(db, CODE_TRIES, place);
  const taken = await takeTypedCode({ context: totpContext(id), owner: id, cipher: totpCipher }, typed, {
    takeStep: async (totpStep) => {
      const { count } = await db.staff.updateMany({
        where: { id, totpSince: { not: null }, OR: [{ totpStep: null }, { totpStep: { lt: totpStep } }] },
        data: { totpStep },
      });
      return count === 1;
    },
    takeRecoveryCode: async (codeHash) => {
      const { count } = await db.recoveryCode.updateMany({
        where: { staffId: id, codeHash, usedAt: null },
        data: { usedAt: now() },
      });
      return count === 1;
    },
  });
  if (taken) await forgetTries(db, CODE_TRIES, place, counted);
  return taken;
}
