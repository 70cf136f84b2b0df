/**
 * Passwords of staff and of platform accounts: length and the most used ones (NIST SP 800-63B section 3.1.1), argon2id at a cost that
 * takes a tenth of a second or more. Plain passwords leave this module's callers in no direction.
 */
import { hash, verify } from "@node-rs/argon2";
import { dictionary } from "@zxcvbn-ts/language-common";
import { t } from "./texts.ts";

// The package exports its algorithms as a const enum, which type stripping cannot read: 2 is argon2id.
const PARAMETERS = { algorithm: 2, memoryCost: 65_536, timeCost: 7, parallelism: 1 };
/** How hashes of the present cost begin. */
const PRESENT_COST = `$argon2id$v=19$m=${String(PARAMETERS.memoryCost)},t=${String(PARAMETERS.timeCost)},p=1$`;
export const PASSWORD_CHARS_MIN = 10;
const PASSWORD_CHARS_MAX = 128;
/** The 49,233 most used passwords of leaked lists, in lower case (zxcvbn-ts, MIT licence). */
const MOST_USED: ReadonlySet<string> = new Set(dictionary["passwords-common"]);
/** What people put around such a word to please rules. */
const TRIMMINGS = /^[\d\W_]+|[\d\W_]+$/gu;
const MOST_TRIED =
  /^(?:passw(?:or[dt]|0rd)|motdepasse|wachtwoord|welko+m|qwert[yz]u?i?o?p?|a[sz]erty|letmein|welcome|iloveyou|abc(?:def)?|admin|monkey|dragon|football|sunshine|princess|portico)?[\d!?.@#$*_-]*$/i;

/** Why a password cannot be taken, as a sentence; null when it can. */
export function findPasswordFault(password: string, email: string): string | null {
  const characters = Array.from(password);
  if (characters.length < PASSWORD_CHARS_MIN)
    return t("Use at least {min} characters; a few words in a row are fine.", { min: PASSWORD_CHARS_MIN });
  if (characters.length > PASSWORD_CHARS_MAX)
    return t("Use at most {max} characters.", { max: PASSWORD_CHARS_MAX });
  if (new Set(characters).size < 4) return t("Use more than three different characters.");
  const lower = password.toLowerCase();
  const core = lower.replace(TRIMMINGS, "");
  if (MOST_TRIED.test(password) || MOST_USED.has(lower) || MOST_USED.has(core))
    return t("This password is among the first that are tried. Take another one.");
  if (lower === email || lower === email.replace(/@.*$/, "")) {
    return t("The password must not be your e-mail address.");
  }
  return null;
}

/** The password in argon2id's text form (RFC 9106). */
export async function hashPassword(password: string): Promise<string> {
  return hash(password.normalize("NFC"), PARAMETERS);
}

/** True when a stored hash was made at another cost than the present one. */
export function needsNewHash(stored: string): boolean {
  return !stored.startsWith(PRESENT_COST);
}

let decoy: Promise<string> | undefined;

/** Compares; without a stored hash the same work is done on a decoy, so that the time does not tell whether an account exists. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword(crypto.randomUUID());
  const tooLong = Array.from(password).length > PASSWORD_CHARS_MAX;
  const matches = await verify(stored ?? (await decoy), tooLong ? "" : password.normalize("NFC"));
  return stored !== null && !tooLong && matches;
}
