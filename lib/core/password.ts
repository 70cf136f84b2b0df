/**
 * Passwords of staff and of platform accounts: length and the most tried ones (NIST SP 800-63B section 3.1.1), argon2id with OWASP's
 * parameters. Plain passwords leave this module's callers in no direction.
 */
import { hash, verify } from "@node-rs/argon2";

// The package exports its algorithms as a const enum, which type stripping cannot read: 2 is argon2id.
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
export const PASSWORD_CHARS_MIN = 10;
const PASSWORD_CHARS_MAX = 128;
const MOST_TRIED =
  /^(?:passw(?:or[dt]|0rd)|motdepasse|wachtwoord|welko+m|qwert[yz]u?i?o?p?|a[sz]erty|letmein|welcome|iloveyou|abc(?:def)?|admin|monkey|dragon|football|sunshine|princess|portico)?[\d!?.@#$*_-]*$/i;

/** Why a password cannot be taken, as a sentence; null when it can. */
export function findPasswordFault(password: string, email: string): string | null {
  const characters = Array.from(password);
  if (characters.length < PASSWORD_CHARS_MIN)
    return `Use at least ${String(PASSWORD_CHARS_MIN)} characters; a few words in a row are fine.`;
  if (characters.length > PASSWORD_CHARS_MAX) return `Use at most ${String(PASSWORD_CHARS_MAX)} characters.`;
  if (new Set(characters).size < 4) return "Use more than three different characters.";
  const lower = password.toLowerCase();
  if (MOST_TRIED.test(password)) return "This password is among the first that are tried. Take another one.";
  if (lower === email || lower === email.replace(/@.*$/, "")) {
    return "The password must not be your e-mail address.";
  }
  return null;
}

/** The password in argon2id's text form (RFC 9106). */
export async function hashPassword(password: string): Promise<string> {
  return hash(password.normalize("NFC"), PARAMETERS);
}

let decoy: Promise<string> | undefined;

/** Compares; without a stored hash the same work is done on a decoy, so that the time does not tell whether an account exists. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword(crypto.randomUUID());
  const tooLong = Array.from(password).length > PASSWORD_CHARS_MAX;
  const matches = await verify(stored ?? (await decoy), tooLong ? "" : password.normalize("NFC"));
  return stored !== null && !tooLong && matches;
}
