/**
 * Passwords of staff and of platform accounts: checks of length and common passwords (NIST SP 800-63B section 3.1.1), argon2id at a cost of
 * a tenth of a second or more. Callers of this module must not pass plain passwords on anywhere.
 *
 * Each hash occupies a processor, and one of libuv's threads, which files and name lookups need as well. So one hash is made at a time:
 * with two, a flood of guesses would take both processors of a small machine. Beyond a short queue further requests are refused.
 */
import { randomBytes } from "node:crypto";
import { performance } from "node:perf_hooks";
import { hash, verify } from "@node-rs/argon2";
import { dictionary } from "@zxcvbn-ts/language-common";
import { unavailable } from "../errors.ts";
import { PASSWORD_CHARS_MAX, PASSWORD_CHARS_MIN } from "./password-length.ts";
import { createGate, newGateState, type Asker, type GateState } from "./gate.ts";
import { say, t } from "../texts.ts";
import { oncePerProcess } from "../once-per-process.ts";

// The package exports its algorithms as a const enum, which type stripping cannot read: 2 is argon2id.
const PARAMETERS = { algorithm: 2, memoryCost: 65_536, timeCost: 7, parallelism: 1 };
/** How hashes of the current cost begin. */
const PRESENT_COST = `$argon2id$v=19$m=${String(PARAMETERS.memoryCost)},t=${String(PARAMETERS.timeCost)},p=1$`;
/** The 49,233 most used passwords of leaked lists, in lower case (zxcvbn-ts, MIT licence). */
const MOST_USED: ReadonlySet<string> = new Set(dictionary["passwords-common"]);
/** What people add around a common word to satisfy rules. */
const TRIMMINGS = /^[\d\W_]+|(?<![\d\W_])[\d\W_]+$/gu;
const MOST_TRIED =
  /^(?:passw(?:or[dt]|0rd)|motdepasse|wachtwoord|welko+m|qwert[yz]u?i?o?p?|a[sz]erty|letmein|welcome|iloveyou|abc(?:def)?|admin|monkey|dragon|football|sunshine|princess|portico)?[\d!?.@#$*_-]*$/i;

/** Why a password is not acceptable, as a sentence; null when it is acceptable. */
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
    return t("This password is easy to guess. Choose another one.");
  if (lower === email || lower === email.replace(/@.*/s, "")) {
    return t("The password must not be your email address.");
  }
  return null;
}

const HASHES_AT_ONCE_MAX = 1;
/** The most waiting hashes of each kind of asker: a few seconds of work. */
const HASHES_WAITING_MAX = 24;
const COME_BACK_SECONDS = 5;
/** Above this share of its time the process counts as busy with requests. */
const BUSY = 0.5;
/** While busy, strangers' hashes take an eighth of a processor. */
const REST_PER_HASH = 7;

/** Rests after a stranger's hash, because on a small machine hashes and requests share the processors. */
function beginRest(): () => number {
  const beganMs = performance.now();
  const before = performance.eventLoopUtilization();
  return () => {
    const isBusy = performance.eventLoopUtilization(before).utilization > BUSY;
    return isBusy ? (performance.now() - beganMs) * REST_PER_HASH : 0;
  };
}

const gate = createGate(
  {
    atOnceMax: HASHES_AT_ONCE_MAX,
    waitingMax: HASHES_WAITING_MAX,
    beginRest,
    refusal: () =>
      unavailable(
        say("Too many people are signing in at this moment. Nothing was done. Try again in a few seconds."),
        { details: { retryAfterSeconds: COME_BACK_SECONDS } },
      ),
  },
  oncePerProcess<GateState>("hashing", newGateState),
);

/** A cheap check before the first query. @throws AppError UNAVAILABLE when no more passwords can wait to be checked. */
export function requireHashingPlace(asker: Asker): void {
  gate.requirePlace(asker);
}

/** The same as a boolean, for the edge: a request that would be refused need not begin. */
export function hasHashingPlace(asker: Asker): boolean {
  return gate.hasPlace(asker);
}

/**
 * The password in argon2id's text form (RFC 9106). Callers must have checked before that the person may set a password: by a link or a
 * session.
 * @throws AppError UNAVAILABLE when too many wait
 */
export async function hashPassword(password: string): Promise<string> {
  return gate.pass("known", () => hash(password.normalize("NFC"), PARAMETERS));
}

/** True when a stored hash was made at another cost than the current one. */
export function needsNewHash(stored: string): boolean {
  return !stored.startsWith(PRESENT_COST);
}

/** Looks like a hash of the current cost but belongs to no password; checking against it takes the same work. */
const DECOY = `${PRESENT_COST}${base64(randomBytes(16))}$${base64(randomBytes(32))}`;

function base64(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}

/**
 * Compares a password with a stored hash. Without a stored hash the same work is done on a decoy, so that the time does not reveal whether
 * an account exists.
 * @param asker "known" only after proof without reading the account (a signed cookie), or for a person who is signed in
 * @throws AppError UNAVAILABLE when too many wait
 */
export async function verifyPassword(
  stored: string | null,
  password: string,
  asker: Asker = "stranger",
): Promise<boolean> {
  const tooLong = Array.from(password).length > PASSWORD_CHARS_MAX;
  const typed = tooLong ? "" : password.normalize("NFC");
  const matches = await gate.pass(asker, () => verify(stored ?? DECOY, typed));
  return stored !== null && !tooLong && matches;
}
