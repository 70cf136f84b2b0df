/**
 * Passwords of people on the platform: changing one's own, and setting a new one with a link that works once. When the old password is
 * replaced, all sessions end, an email tells the person, and the second factor stays. Requesting a link reveals to nobody whether an
 * account exists.
 */
import { setTimeout as wait } from "node:timers/promises";
import { parseAddress } from "#lib/core/address.ts";
import { after, now } from "#lib/core/clock.ts";
import { AppError, notFound, validation } from "#lib/core/errors.ts";
import { findKnownBrowser } from "#lib/core/identity/known-browser.ts";
import { newSecret, sha256Hex } from "#lib/core/ids.ts";
import { told } from "#lib/core/language/kept-texts.ts";
import { findPasswordFault, hashPassword, verifyPassword } from "#lib/core/identity/password.ts";
import { say, t } from "#lib/core/texts.ts";
import type { Db, PrismaClient, ServiceUserModel } from "#lib/db/client.ts";
import { countTry, forgetTries, MAIL_DELAY } from "#lib/db/try-counter.ts";
import { queueChangeMail, queueResetMail } from "./mails.ts";
import { endSessions, toPlatformUser, type PlatformUser } from "./sessions.ts";

const HOUR_MS = 3_600_000;
const ASKED_HOURS = 1;
/** Long enough for a person who does not read the email at once. */
const SENT_HOURS = 24;
const FORGOTTEN = {
  purpose: "platform-forgotten",
  windowMs: HOUR_MS,
  perPairMax: 5,
  perNetworkMax: 30,
  accountDelay: MAIL_DELAY,
};
/** Counted for each account: the person trying is signed in to it. */
const OWN_PASSWORD = {
  purpose: "platform-own-password",
  windowMs: 15 * 60_000,
  perPairMax: 10,
  // The account also serves as the network here, so only the account decides.
  perNetworkMax: 1000,
};
/** Every request for a link takes this long, so that the time reveals nothing. */
const ANSWER_MS = 400;

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
  const place = { address: String(id), networkAddress: String(id) };
  const counted = await countTry(db, OWN_PASSWORD, place);
  const user = await db.serviceUser.findUnique({ where: { id } });
  const matches = await verifyPassword(user?.passwordHash ?? null, password, "known");
  if (user === null || !matches) throw validation({ password: [t("This is not your password.")] });
  await forgetTries(db, OWN_PASSWORD, place, counted);
  return user;
}

/**
 * Replaces the person's own password. All sessions end, including the current one.
 * @throws AppError VALIDATION (the old password is wrong, or the new one is not acceptable), RATE_LIMITED
 */
export async function changePassword(
  db: PrismaClient,
  person: PlatformUser,
  { password, newPassword }: { password: string; newPassword: string },
): Promise<void> {
  const user = await requireOwnPassword(db, person, password);
  const fault = findPasswordFault(newPassword, user.email);
  if (fault !== null) throw validation({ newPassword: [fault] });
  if (newPassword === password) throw validation({ newPassword: [t("This is your current password.")] });
  const passwordHash = await hashPassword(newPassword);
  await db.$transaction((tx) => replacePassword(tx, user, passwordHash));
}

/** Replaces the password that was checked, but not a newer one; its sessions and links end, and the owner is told. */
async function replacePassword(tx: Db, user: ServiceUserModel, passwordHash: string): Promise<void> {
  const { count } = await tx.serviceUser.updateMany({
    where: { id: user.id, passwordHash: user.passwordHash },
    data: { passwordHash },
  });
  if (count !== 1)
    throw new AppError(
      "CONFLICT",
      say("The password was changed meanwhile. Nothing was done. Sign in with the new one."),
    );
  await tx.servicePasswordReset.deleteMany({ where: { userId: user.id } });
  await endSessions(tx, user.id);
  await queueChangeMail(tx, user.email, "password");
}

/**
 * Sends a link to the address if it has an account; gives the same answer, after the same time, if not. Older links stop working.
 * @throws AppError VALIDATION for an invalid address, RATE_LIMITED after too many requests, with or without an account
 */
export async function requestPasswordReset(
  db: PrismaClient,
  input: {
    email: string;
    networkAddress: string;
    /** The browser's cookie from earlier sign-ins (lib/core/identity/known-browser.ts). */
    browserCookie?: string;
  },
): Promise<void> {
  const { networkAddress, browserCookie = "" } = input;
  const parsed = parseAddress(input.email);
  if (!parsed.ok) throw validation({ email: [told(parsed.reason)] });
  const address = parsed.key;
  const browser = findKnownBrowser(browserCookie, "platform", address);
  await countTry(db, FORGOTTEN, { address, networkAddress, browser });
  await Promise.all([sendToAccount(db, address), wait(ANSWER_MS)]);
}

async function sendToAccount(db: PrismaClient, email: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const user = await tx.serviceUser.findUnique({ where: { email } });
    if (user !== null) await sendReset(tx, user, { hours: ASKED_HOURS, askedBy: null });
  });
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
  if (reset === null) throw deadLink();
  const { user } = reset;
  const fault = findPasswordFault(password, user.email);
  if (fault !== null) throw validation({ password: [fault] });
  const passwordHash = await hashPassword(password);
  await db.$transaction(async (tx) => {
    const { count } = await tx.servicePasswordReset.deleteMany({
      where: { tokenHash: hashToken(token), expiresAt: { gt: now() } },
    });
    if (count !== 1) throw deadLink();
    await replacePassword(tx, user, passwordHash);
  });
  return { email: user.email };
}

function deadLink(): AppError {
  return new AppError(
    "FORBIDDEN",
    say(
      "This link no longer works: it was used, replaced by a newer email, or is too old. The password is unchanged. Request another link.",
    ),
  );
}
