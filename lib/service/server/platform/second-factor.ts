/**
 * The optional second factor of people on the platform: lib/core/identity/one-time-codes.ts makes and checks the codes, the account's row
 * stores them. Changes that weaken an account, or could lock its owner out, need the password again, and an email tells the owner.
 */
import { now } from "#lib/core/clock.ts";
import { notFound } from "#lib/core/errors.ts";
import { newId } from "#lib/core/ids.ts";
import {
  hasNoSecondFactor,
  hasSecondFactor,
  newRecoveryCodes,
  newTotp,
  readFirstCode,
  setUpElsewhere,
  takeTypedCode,
  type TotpToShow,
} from "#lib/core/identity/one-time-codes.ts";
import { say } from "#lib/core/texts.ts";
import type { Db, PrismaClient } from "#lib/db/client.ts";
import { checkForAccount } from "#lib/db/account-tries.ts";
import { queueChangeMail } from "./mails.ts";
import { requireOwnPassword } from "./passwords.ts";
import { endSessions, toPlatformUser, type PlatformUser } from "./sessions.ts";

const totpContext = (userId: number): string => `platform-totp:${String(userId)}`;
/** The owner of a recovery code, which is part of its hash. */
const codeOwner = (userId: number): string => `platform:${String(userId)}`;

/** The state that the person's own sign-in page shows. `since`: when codes are needed from; null: no second factor. */
export async function getSecondFactor(db: Db, { id }: PlatformUser) {
  const [user, recoveryCodesLeft] = await Promise.all([
    db.serviceUser.findUniqueOrThrow({ where: { id }, select: { totpSince: true } }),
    db.serviceRecoveryCode.count({ where: { userId: id, usedAt: null } }),
  ]);
  return { since: user.totpSince, recoveryCodesLeft };
}

/**
 * Makes a secret that waits for its first code; until then sign-in is unchanged. An earlier waiting secret is replaced.
 * @throws AppError CONFLICT when a second factor is on already
 */
export async function beginSecondFactor(db: Db, person: PlatformUser): Promise<TotpToShow> {
  const name = { issuer: "Portico platform", label: person.email };
  const { shown, cipher } = newTotp(totpContext(person.id), name);
  const { count } = await db.serviceUser.updateMany({
    where: { id: person.id, totpSince: null },
    data: { totpCipher: cipher, totpStep: null },
  });
  if (count !== 1) throw hasSecondFactor();
  return shown;
}

/**
 * Turns the second factor on with the first code of the app. All other sessions end.
 * @param sessionId the cookie's session, which stays open
 * @returns recovery codes, shown only this time
 * @throws AppError VALIDATION (password or code), CONFLICT, RATE_LIMITED
 */
export async function confirmSecondFactor(
  db: PrismaClient,
  person: PlatformUser,
  input: { password: string; code: string; sessionId: string },
): Promise<string[]> {
  const user = await requireOwnPassword(db, person, input.password);
  if (user.totpSince !== null || user.totpCipher === null) throw setUpElsewhere();
  const totpStep = readFirstCode(totpContext(user.id), user.totpCipher, input.code);
  return db.$transaction(async (tx) => {
    const { count } = await tx.serviceUser.updateMany({
      where: { id: user.id, totpSince: null, totpCipher: user.totpCipher },
      data: { totpSince: now(), totpStep },
    });
    if (count !== 1) throw setUpElsewhere();
    await endSessions(tx, user.id, { except: input.sessionId });
    await queueChangeMail(tx, user.email, "second-factor-on");
    return replaceCodes(tx, user.id);
  });
}

async function replaceCodes(tx: Db, userId: number): Promise<string[]> {
  const { codes, hashes } = newRecoveryCodes(codeOwner(userId));
  await tx.serviceRecoveryCode.deleteMany({ where: { userId } });
  await tx.serviceRecoveryCode.createMany({
    data: hashes.map((codeHash) => ({ id: newId(), userId, codeHash })),
  });
  return codes;
}

/**
 * Makes new recovery codes; the old ones stop working.
 * @returns the codes, shown only this time
 * @throws AppError VALIDATION (password), CONFLICT without a second factor, RATE_LIMITED
 */
export async function renewRecoveryCodes(
  db: PrismaClient,
  person: PlatformUser,
  { password }: { password: string },
): Promise<string[]> {
  const user = await requireOwnPassword(db, person, password);
  if (user.totpSince === null) throw hasNoSecondFactor();
  return db.$transaction((tx) => replaceCodes(tx, user.id));
}

/**
 * Turns the person's own second factor off.
 * @throws AppError VALIDATION (password), RATE_LIMITED
 */
export async function removeSecondFactor(
  db: PrismaClient,
  person: PlatformUser,
  { password }: { password: string },
): Promise<void> {
  const { id } = await requireOwnPassword(db, person, password);
  await db.$transaction((tx) => clearSecondFactor(tx, id));
}

/**
 * Removes a person's second factor, even without the app and the recovery codes.
 * @returns the person; null when there was no second factor
 * @throws AppError NOT_FOUND
 */
export async function clearSecondFactor(tx: Db, userId: number): Promise<PlatformUser | null> {
  const user = await tx.serviceUser.findUnique({ where: { id: userId } });
  if (user === null) throw notFound(say("This account"));
  const { count } = await tx.serviceUser.updateMany({
    where: { id: userId, totpCipher: { not: null } },
    data: { totpCipher: null, totpSince: null, totpStep: null },
  });
  await tx.serviceRecoveryCode.deleteMany({ where: { userId } });
  if (count === 0) return null;
  await queueChangeMail(tx, user.email, "second-factor-off");
  return toPlatformUser(user);
}

/**
 * Checks a typed code of the app, or a recovery code, and uses it up. The password must have been checked before.
 * @returns whether the code was right
 * @throws AppError RATE_LIMITED after too many wrong codes for this account
 */
export async function takeSecondFactor(
  db: Db,
  { id, totpCipher }: { id: number; totpCipher: Uint8Array | null },
  typed: string,
): Promise<boolean> {
  const account = { context: totpContext(id), owner: codeOwner(id), cipher: totpCipher };
  const stores = {
    takeStep: (totpStep: number) =>
      db.serviceUser.updateMany({
        where: { id, totpSince: { not: null }, OR: [{ totpStep: null }, { totpStep: { lt: totpStep } }] },
        data: { totpStep },
      }),
    takeRecoveryCode: (codeHash: string) =>
      db.serviceRecoveryCode.updateMany({
        where: { userId: id, codeHash, usedAt: null },
        data: { usedAt: now() },
      }),
  };
  return checkForAccount(db, "platform-second-factor", id, () => takeTypedCode(account, typed, stores));
}
