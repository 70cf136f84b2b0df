/**
 * Password rules and argon2id (OWASP parameters: 19 MiB, 2 passes, 1 lane). Plain passwords never leave this module's callers.
 */
import { hash, verify } from "@node-rs/argon2";

// The package exports the algorithm as a const enum, which type stripping cannot read: 2 is argon2id.
const ARGON2ID = 2;
const PARAMETERS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
export const PASSWORD_CHARS_MIN = 10;
export const PASSWORD_CHARS_MAX = 128;
const OBVIOUS = /^(?:password|passwort|wachtwoord|portico|qwerty|letmein|welcome|admin|1234)[\W\d]*$/i;

/** Why a password cannot be taken, in a sentence, or null when it can. */
export function findPasswordFault(password: string, email: string): string | null {
  const length = [...password].length;
  if (length < PASSWORD_CHARS_MIN)
    return `Use at least ${String(PASSWORD_CHARS_MIN)} characters; a few words in a row are fine.`;
  if (length > PASSWORD_CHARS_MAX) return `Use at most ${String(PASSWORD_CHARS_MAX)} characters.`;
  if (new Set(password).size < 4) return "Use more than three different characters.";
  if (OBVIOUS.test(password)) return "This password is among the first that are tried. Take another one.";
  if (password.toLowerCase() === email.toLowerCase()) return "The password must not be the e-mail address.";
  return null;
}

/** Hashes a password in argon2id's PHC text form (RFC 9106). */
export async function hashPassword(password: string): Promise<string> {
  return hash(password.normalize("NFC"), PARAMETERS);
}

let decoy: Promise<string> | undefined;

/**
 * Checks a password; without a stored hash the same work is done against a decoy, so that the time tells nothing about
 * whether an account exists.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword("a decoy that nobody can type: \u0000");
  if ([...password].length > PASSWORD_CHARS_MAX) return false;
  const matches = await verify(stored ?? (await decoy), password.normalize("NFC"));
  return stored !== null && matches;
}
