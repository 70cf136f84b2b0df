/**
 * Passwords of people on the platform: changing one's own, and setting a new one with a link that works once. When the old password is
 * replaced, all sessions end, an email tells the person, and the second factor stays. Requesting a link reveals to nobody whether an
 * account exists.
 */
import { after, now } from "#lib/core/clock.ts";
import { notFound, validation } from "#lib/core/errors.ts";
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
import { newSecret, sha256Hex } from "#lib/core/ids.ts";
import { verifyPassword } from "#lib/core/identity/password.ts";
import { say, t } from "#lib/core/texts.ts";
import { checkForAccount, MAIL_LIMITS } from "#lib/db/account-tries.ts";
import type { Db, PrismaClient, ServiceUserModel } from "#lib/db/client.ts";
import { countTry } from "#lib/db/try-counter.ts";
import { queueChangeMail, queueResetMail } from "./mails.ts";
import { endSessions, toPlatformUser, type PlatformUser } from "./sessions.ts";

const HOUR_MS = 3_600_000;
/** Includes the purpose, so a token for another purpose never has this hash. */
const hashToken = (token: string): string => sha256Hex(`platform-password:${token}`);

/**
 * The person's account, after checking the password once more.
 * @throws AppError VALIDATION (wrong), RATE_LIMITED
 */
export async function requireOwnPassword(
  db: PrismaClient,
  { id }: PlatformUser,
  password: string,
): Promise<ServiceUserModel> {
  const user = await checkForAccount(db, "platform-own-password", id, async () => {
    const found = await db.serviceUser.findUnique({ where: { id } });
    return (await verifyPassword(found?.passwordHash ?? null, password, "known")) ? found : null;
  });
  if (user === null) throw validation({ password: [t("This is not your password.")] });
  return user;
}

/**
 * Replaces the person's own password. All sessions end, including the current one.
 * @throws AppError VALIDATION (the old password is wrong, or the new one is not acceptable), RATE_LIMITED
 */
export async function changePassword(
  db: PrismaClient,
  person: PlatformUser,
  passwords: { password: string; newPassword: string },
): Promise<void> {
  const user = await requireOwnPassword(db, person, passwords.password);
  const passwordHash = await hashReplacement(passwords, user.email);
  await db.$transaction((tx) => replacePassword(tx, user, passwordHash));
}

/** Replaces the password that was checked, but not a newer one; its sessions and links end, and the owner is told. */
async function replacePassword(tx: Db, user: ServiceUserModel, passwordHash: string): Promise<void> {
  const { count } = await tx.serviceUser.updateMany({
    where: { id: user.id, passwordHash: user.passwordHash },
    data: { passwordHash },
  });
  if (count !== 1) throw passwordChangedMeanwhile();
  await tx.servicePasswordReset.deleteMany({ where: { userId: user.id } });
  await endSessions(tx, user.id);
  await queueChangeMail(tx, user.email, "password");
}

/**
 * Sends a link to the address if it has an account; gives the same answer, after the same time, if not. Older links stop working.
 * @throws AppError VALIDATION for an invalid address, RATE_LIMITED after too many requests, with or without an account
 */
export async function requestPasswordReset(db: PrismaClient, input: ForgottenPassword): Promise<void> {
  const limits = { purpose: "platform-forgotten", ...MAIL_LIMITS };
  await answerForgotten(
    input,
    "platform",
    (place) => countTry(db, limits, place),
    (email) =>
      db.$transaction(async (tx) => {
        const user = await tx.serviceUser.findUnique({ where: { email } });
        if (user !== null) await sendReset(tx, user, { hours: ASKED_HOURS, askedBy: null });
      }),
  );
}

/**
 * Sends a person a link for a new password; nobody else sees the link. For the operator.
 * @param askedBy the name that the email states
 * @throws AppError NOT_FOUND
 */
export async function sendPasswordReset(tx: Db, userId: number, askedBy: string): Promise<PlatformUser> {
  const user = await tx.serviceUser.findUnique({ where: { id: userId } });
  if (user === null) throw notFound(say("This account"));
  await sendReset(tx, user, { hours: SENT_HOURS, askedBy });
  return toPlatformUser(user);
}

async function sendReset(
  tx: Db,
  { id, email }: ServiceUserModel,
  { hours, askedBy }: { hours: number; askedBy: string | null },
): Promise<void> {
  const token = newSecret();
  const link = { tokenHash: hashToken(token), expiresAt: after(hours * HOUR_MS) };
  await tx.servicePasswordReset.upsert({
    where: { userId: id },
    create: { userId: id, ...link },
    update: link,
  });
  await queueResetMail(tx, { email, token, hours, askedBy });
}

/** Whose password a link is for; null when the link is not valid. Does not use up the link. */
export async function findPasswordReset(db: Db, token: string): Promise<{ email: string } | null> {
  return (await findReset(db, token))?.user ?? null;
}

async function findReset(db: Db, token: string): Promise<{ user: ServiceUserModel } | null> {
  return db.servicePasswordReset.findFirst({
    where: { tokenHash: hashToken(token), expiresAt: { gt: now() } },
    include: { user: true },
  });
}

/**
 * Sets a new password with a link, which is then used up.
 * @returns the person whose password it is
 * @throws AppError VALIDATION (the password is not acceptable; the link stays valid), FORBIDDEN when the link is no longer valid
 */
export async function setNewPassword(
  db: PrismaClient,
  token: string,
  { password }: { password: string },
): Promise<{ email: string }> {
  const reset = await findReset(db, token);
  if (reset === null) throw deadPasswordLink();
  const { user } = reset;
  const passwordHash = await hashNewPassword(password, user.email);
  await db.$transaction(async (tx) => {
    const { count } = await tx.servicePasswordReset.deleteMany({
      where: { tokenHash: hashToken(token), expiresAt: { gt: now() } },
    });
    if (count !== 1) throw deadPasswordLink();
    await replacePassword(tx, user, passwordHash);
  });
  return { email: user.email };
}
