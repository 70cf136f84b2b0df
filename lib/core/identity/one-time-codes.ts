/**
 * One-time codes of a second factor, for staff and for people on the platform alike: codes of an authenticator app (TOTP, RFC 6238: SHA-1,
 * six digits, 30 seconds, one step either way) and recovery codes. The caller stores the codes and ensures that each is accepted once.
 * Nothing here may log a secret or a code.
 */
import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { encode } from "uqr";
import { now } from "../clock.ts";
import { openSecret, sealSecret } from "../crypto-box.ts";
import { type AppError, validation, conflict } from "../errors.ts";
import { sha256Hex } from "../ids.ts";
import { say, t } from "../texts.ts";

const STEP_SECONDS = 30;
/** Accepted steps before and after the current one, for inaccurate clocks. */
const STEPS_AROUND = 1;
/** RFC 4226 section 4 requires at least 128 bits and recommends 160. */
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
/** Without letters and digits that look alike. 16 characters are 80 bits. */
const RECOVERY_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const RECOVERY_CODE = /^[2-9A-HJ-NP-Z]{16}$/;

/** What a person needs to add the account to an authenticator app. */
export type TotpToShow = {
  /** Base32, for typing it. */
  secret: string;
  /** otpauth:// address, for scanning it. */
  uri: string;
  /** The address as a QR code: an SVG path of dark squares, in a square of `size`. */
  qr: { path: string; size: number };
};

/** How the app names the account. */
export type TotpName = { issuer: string; label: string };

function makeTotp(secret: Secret, { issuer, label }: TotpName): TOTP {
  return new TOTP({ issuer, label, secret, algorithm: "SHA1", digits: 6, period: STEP_SECONDS });
}

/**
 * A new secret for an authenticator app: in plain form to show once, and sealed for storage.
 * @param context what the sealed secret is bound to, e.g. `staff-totp:<id>`
 */
export function newTotp(
  context: string,
  name: TotpName,
): { shown: TotpToShow; cipher: Uint8Array<ArrayBuffer> } {
  const secret = Secret.fromHex(randomBytes(SECRET_BYTES).toString("hex"));
  const uri = makeTotp(secret, name).toString();
  return {
    shown: { secret: secret.base32, uri, qr: drawQr(uri) },
    cipher: sealSecret(secret.base32, context),
  };
}

function drawQr(text: string): TotpToShow["qr"] {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${String(x)} ${String(y)}h1v1h-1z` : "")))
    .join("");
  return { path, size };
}

/**
 * The time step of the first code, which shows that the app has the secret.
 * @throws AppError VALIDATION for `code` when it is not a currently valid code
 */
export function readFirstCode(context: string, cipher: Uint8Array, typed: string): number {
  const step = findTotpStep(context, cipher, typed.replace(/\s/g, ""));
  if (step !== null) return step;
  throw validation({
    code: [t("This code is not valid now. Check the clock of your device, and type the next code.")],
  });
}

/** The time step of a code; null when it is not a current code of this secret. */
function findTotpStep(context: string, cipher: Uint8Array, code: string): number | null {
  const totp = makeTotp(Secret.fromBase32(openSecret(cipher, context)), { issuer: "", label: "" });
  const timestamp = now().getTime();
  const delta = totp.validate({ token: code, timestamp, window: STEPS_AROUND });
  return delta === null ? null : Math.floor(timestamp / 1000 / STEP_SECONDS) + delta;
}

/**
 * Ten recovery codes, and their hashes for storage.
 * @param owner of the codes; a code of another owner never has the same hash
 */
export function newRecoveryCodes(owner: string): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    Array.from(randomBytes(16), (byte) => RECOVERY_ALPHABET[byte & 31]).join(""),
  );
  return {
    codes: codes.map((code) => code.replace(/(.{4})(?=.)/g, "$1-")),
    hashes: codes.map((code) => hashRecoveryCode(owner, code)),
  };
}

function hashRecoveryCode(owner: string, code: string): string {
  return sha256Hex(`${owner}:${code}`);
}

/** The storage of codes. Each function uses up one code, once, by one statement; its count is 1 when the code was still valid. */
type CodeStore = {
  /** The step and all older steps are invalid afterwards. */
  takeStep: (step: number) => PromiseLike<{ count: number }>;
  takeRecoveryCode: (codeHash: string) => PromiseLike<{ count: number }>;
};

/**
 * Checks what a person typed, a code of the app or a recovery code, and uses it up. The caller must have counted the try before.
 * @returns whether the code was valid
 */
export async function takeTypedCode(
  account: { context: string; owner: string; cipher: Uint8Array | null },
  typed: string,
  store: CodeStore,
): Promise<boolean> {
  const code = typed.toUpperCase().replace(/[\s-]/g, "");
  if (/^\d{6}$/.test(code)) {
    const step = account.cipher === null ? null : findTotpStep(account.context, account.cipher, code);
    return step !== null && (await store.takeStep(step)).count === 1;
  }
  if (!RECOVERY_CODE.test(code)) return false;
  return (await store.takeRecoveryCode(hashRecoveryCode(account.owner, code))).count === 1;
}

/** Thrown where a second factor is to be set up, but one is on already. */
export function hasSecondFactor(): AppError {
  return conflict(say("Your account has a second factor. Remove it first to set up another."));
}

/** Thrown where the secret that a first code confirms is no longer waiting. */
export function setUpElsewhere(): AppError {
  return conflict(say("The second factor was set up or replaced in another window. Reload the page."));
}

/** Thrown where recovery codes are asked for that nothing needs. */
export function hasNoSecondFactor(): AppError {
  return conflict(say("Your account has no second factor, so it needs no recovery codes."));
}
