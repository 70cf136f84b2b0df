/**
 * Accounts of people on the platform. Signing up needs a valid invitation link and is bound to the address that the link proves;
 * signing in answers the same for an unknown address and a wrong password, in the same time.
 */
import { parseAddress } from "#lib/core/address.ts";
import { findPasswordFault, hashPassword, requireHashingPlace, verifyPassword } from "#lib/core/password.ts";
import { AppError, notFound, validation, type FieldErrors } from "#lib/core/errors.ts";
import { newId } from "#lib/core/ids.ts";
import { say, t } from "#lib/core/texts.ts";
import type { PrismaClient } from "#lib/db/client.ts";
import { isUniqueViolation } from "#lib/db/errors.ts";
import { SIGN_IN_LIMITS, countTry, forgetTries, takeBackTry } from "#lib/db/try-counter.ts";
import { openInvitationLink } from "./links.ts";
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
 * Makes the account for the address of the link and signs the person in. The invitation stays pending: accepting is a decision of its own.
 * @throws AppError NOT_FOUND (link not valid), VALIDATION, CONFLICT (there is an account already).
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
  return new AppError(
    "CONFLICT",
    say("There is an account for {address} already. Sign in with its password.", { address }),
  );
}

/**
 * Signs a person in.
 * @throws AppError UNAUTHENTICATED (address and password do not fit), RATE_LIMITED after too many tries, UNAVAILABLE while too
 *   many people sign in.
 */
export async function signIn(
  db: PrismaClient,
  input: { email: string; password: string; networkAddress: string },
): Promise<SignedIn> {
  requireHashingPlace("stranger");
  const parsed = parseAddress(input.email);
  const address = parsed.ok ? parsed.key : "";
  const place = { address, networkAddress: input.networkAddress };
  const counted = await countTry(db, SIGN_IN, place);
  const user = parsed.ok ? await db.serviceUser.findUnique({ where: { email: address } }) : null;
  const matches = await verifyPassword(user?.passwordHash ?? null, input.password).catch(
    async (refused: unknown) => {
      await takeBackTry(db, counted);
      throw refused;
    },
  );
  if (user === null || !matches) {
    throw new AppError(
      "UNAUTHENTICATED",
      say(
        "This address and this password do not belong together. Check both, or ask for a fresh link if you were invited and have no account yet.",
      ),
    );
  }
  await forgetTries(db, SIGN_IN, place, counted);
  return { user: toPlatformUser(user), sessionId: await startSession(db, user.id) };
}
