/**
 * Setting a new password, the same for staff and for people on the platform: what is acceptable, how a link for it is requested without
 * revealing whether an account exists, and what is said when the link, or the old password, is no longer valid.
 */
import { setTimeout as wait } from "node:timers/promises";
import { parseAddress } from "../address.ts";
import { type AppError, validation, conflict, forbidden } from "../errors.ts";
import { told } from "../language/kept-texts.ts";
import { say, t } from "../texts.ts";
import { findKnownBrowser, type Realm } from "./known-browser.ts";
import { findPasswordFault, hashPassword } from "./password.ts";

/** How long a link works that the person requested. */
export const ASKED_HOURS = 1;
/** How long a link works that somebody else had sent: the person may not read the email at once. */
export const SENT_HOURS = 24;
/** Every request for a link takes this long, so that its duration reveals nothing. */
const ANSWER_MS = 400;

/** The hash of a new password that a link sets. @throws AppError VALIDATION when it is not acceptable; as hashPassword */
export async function hashNewPassword(password: string, email: string): Promise<string> {
  const fault = findPasswordFault(password, email);
  if (fault !== null) throw validation({ password: [fault] });
  return hashPassword(password);
}

/** The hash of a password that replaces one's own. @throws AppError VALIDATION when it is not acceptable, or the same; as hashPassword */
export async function hashReplacement(
  { password, newPassword }: { password: string; newPassword: string },
  email: string,
): Promise<string> {
  const isSame = newPassword === password;
  const fault =
    findPasswordFault(newPassword, email) ?? (isSame ? t("This is your current password.") : null);
  if (fault !== null) throw validation({ newPassword: [fault] });
  return hashPassword(newPassword);
}

/** Somebody who says to have forgotten the password of an address. */
export type ForgottenPassword = {
  email: string;
  networkAddress: string;
  /** The browser's cookie from earlier sign-ins (known-browser.ts). */
  browserCookie?: string;
};

/**
 * Counts a request for a link, then sends it: the answer and its duration are the same with and without an account.
 * @throws AppError VALIDATION for an invalid address; what `count` throws
 */
export async function answerForgotten(
  { email, networkAddress, browserCookie = "" }: ForgottenPassword,
  realm: Realm,
  count: (place: { address: string; networkAddress: string; browser: string | null }) => Promise<unknown>,
  sendToAccount: (address: string) => Promise<void>,
): Promise<void> {
  const parsed = parseAddress(email);
  if (!parsed.ok) throw validation({ email: [told(parsed.reason)] });
  const address = parsed.key;
  await count({ address, networkAddress, browser: findKnownBrowser(browserCookie, realm, address) });
  await Promise.all([sendToAccount(address), wait(ANSWER_MS)]);
}

/** Thrown where the password that was checked is no longer the account's. */
export function passwordChangedMeanwhile(): AppError {
  return conflict(say("The password was changed meanwhile. Nothing was done. Sign in with the new one."));
}

/** Thrown where a link for a new password is not valid (any more). */
export function deadPasswordLink(): AppError {
  return forbidden(
    say(
      "This link no longer works: it was used, replaced by a newer email, or is too old. The password is unchanged. Request another link.",
    ),
  );
}
