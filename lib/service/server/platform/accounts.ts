/**
 * Accounts of people on the platform. Signing up needs a valid invitation link and uses the address that the link proves; signing in gives
 * the same answer, after the same time, for an unknown address and a wrong password.
 */
import { parseAddress } from "#lib/core/address.ts";
import {
  findPasswordFault,
  hashPassword,
  requireHashingPlace,
  verifyPassword,
} from "#lib/core/identity/password.ts";
import { AppError, notFound, validation, type FieldErrors, conflict } from "#lib/core/errors.ts";
import { findKnownBrowser } from "#lib/core/identity/known-browser.ts";
import { newId } from "#lib/core/ids.ts";
import { say, t } from "#lib/core/texts.ts";
import type { Db, PrismaClient, ServiceUserModel } from "#lib/db/client.ts";
import { isUniqueViolation } from "#lib/db/errors.ts";
import { SIGN_IN_LIMITS, countTry, forgetTries, keepForAccount, takeBackTry } from "#lib/db/try-counter.ts";
import { openInvitationLink } from "./links.ts";
import { takeSecondFactor } from "./second-factor.ts";
import { startSession, toPlatformUser, type PlatformUser } from "./sessions.ts";

const SIGN_IN = { purpose: "platform-sign-in", ...SIGN_IN_LIMITS };

export type SignedIn = { user: PlatformUser; /** What the cookie carries. */ sessionId: string };

export type SignUpInput = { token: string; firstname: string; lastname: string; password: string };

const NAME_LENGTH_MAX = 150;

function nameTrouble(name: string): string | null {
  if (name === "") return t("Type your name.");
  if (Array.from(name).length > NAME_LENGTH_MAX)
    return t("A name has at most {max} characters.", { max: NAME_LENGTH_MAX });
  return /[\p{Cc}\p{Surrogate}]/u.test(name) ? t("The name has characters that cannot be shown.") : null;
}

/**
 * Makes the account for the address of the link and signs the person in. The invitation stays pending: accepting is a separate decision.
 * @throws AppError NOT_FOUND (link not valid), VALIDATION, CONFLICT (the address has an account already).
 */
export async function signUp(db: PrismaClient, input: SignUpInput): Promise<SignedIn> {
  const link = await openInvitationLink(db, input.token);
  if (link === null) throw notFound(say("This invitation link"));
  const firstname = input.firstname.trim();
  const lastname = input.lastname.trim();
  const errors: FieldErrors = {};
  for (const [field, sentence] of [
    ["firstname", nameTrouble(firstname)],
    ["lastname", nameTrouble(lastname)],
    ["password", findPasswordFault(input.password, link.address)],
  ] as const) {
    if (sentence !== null) errors[field] = [sentence];
  }
  if (Object.keys(errors).length > 0) throw validation(errors);
  if (link.hasAccount) throw hasAccount(link.address);
  const passwordHash = await hashPassword(input.password);
  try {
    return await db.$transaction(async (tx) => {
      const user = await tx.serviceUser.create({
        data: { sub: newId(), email: link.address, firstname, lastname, passwordHash },
      });
      return { user: toPlatformUser(user), sessionId: await startSession(tx, user.id) };
    });
  } catch (thrown) {
    if (!isUniqueViolation(thrown)) throw thrown;
    throw hasAccount(link.address);
  }
}

function hasAccount(address: string): AppError {
  return conflict(say("An account for {address} already exists. Sign in with its password.", { address }));
}

export type SignInOutcome =
  | ({ outcome: "signed-in" } & SignedIn)
  /** The password is right; a code of the second factor is needed too. */
  | { outcome: "code-needed" }
  /** The password is right; the code is wrong, too old, or was used before. */
  | { outcome: "code-refused" };

/**
 * Signs a person in with address, password and, where the account has a second factor, a code.
 * @throws AppError UNAUTHENTICATED (wrong address or password), RATE_LIMITED after too many tries, UNAVAILABLE while
 *   too many people sign in.
 */
export async function signIn(
  db: PrismaClient,
  input: {
    email: string;
    password: string;
    code?: string;
    networkAddress: string;
    /** The browser's cookie from earlier sign-ins (lib/core/identity/known-browser.ts). */
    browserCookie?: string;
  },
): Promise<SignInOutcome> {
  const parsed = parseAddress(input.email);
  const address = parsed.ok ? parsed.key : "";
  const browser = findKnownBrowser(input.browserCookie ?? "", "platform", address);
  const asker = browser === null ? "stranger" : "known";
  requireHashingPlace(asker);
  const place = { address, networkAddress: input.networkAddress, browser };
  const counted = await countTry(db, SIGN_IN, place);
  const user = parsed.ok ? await db.serviceUser.findUnique({ where: { email: address } }) : null;
  const matches = await verifyPassword(user?.passwordHash ?? null, input.password, asker).catch(
    async (thrown: unknown) => {
      await takeBackTry(db, counted);
      throw thrown;
    },
  );
  if (user === null || !matches) throw refused();
  if (user.totpSince !== null) {
    const code = input.code ?? "";
    if (code === "") {
      await keepForAccount(db, counted);
      return { outcome: "code-needed" };
    }
    if (!(await takeSecondFactor(db, user, code))) return { outcome: "code-refused" };
  }
  const sessionId = await db.$transaction(async (tx) => {
    await assertUnchanged(tx, user);
    return startSession(tx, user.id);
  });
  await forgetTries(db, SIGN_IN, place, counted);
  return { outcome: "signed-in", user: toPlatformUser(user), sessionId };
}

/** Ensures that the password was not replaced while the old one was being checked. */
async function assertUnchanged(tx: Db, user: ServiceUserModel): Promise<void> {
  const rows = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM service_user WHERE id = ${user.id} AND password_hash = ${user.passwordHash} FOR SHARE`;
  if (rows.length === 0) throw refused();
}

function refused(): AppError {
  return new AppError(
    "UNAUTHENTICATED",
    say(
      "Wrong address or password. Check both. If you forgot the password, set a new one; if you were invited and have no account yet, request a new link.",
    ),
  );
}
