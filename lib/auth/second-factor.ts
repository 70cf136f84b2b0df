/**
 * The second factor: codes of an authenticator app (TOTP, RFC 6238: SHA-1, six digits, 30 seconds, one step either way) and recovery
 * codes. Each code is taken once. Whoever calls this has checked the password before. It must never log a secret or a code.
 */
import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { now } from "#lib/core/clock.ts";
import { openSecret, sealSecret } from "#lib/core/crypto-box.ts";
import { newId, sha256Hex } from "#lib/core/ids.ts";
import type { Db } from "#lib/db/client.ts";
import { countTry, forgetTries } from "#lib/db/try-counter.ts";

const STEP_SECONDS = 30;
/** Steps before and after the present one, for clocks that are off. */
const STEPS_AROUND = 1;
/** RFC 4226 section 4 asks for 128 bits at least and recommends 160. */
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
/** Without letters and digits that look alike. 16 of them are 80 bits. */
const RECOVERY_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const RECOVERY_CODE = /^[2-9A-HJ-NP-Z]{16}$/;

/**
 * Codes are counted per account, wherever they come from: only somebody with the right password gets here, so that nobody else can
 * lock its owner out.
 */
const CODE_TRIES = {
  purpose: "staff-second-factor",
  windowMs: 15 * 60_000,
  perPairMax: 10,
  // The account stands for the place as well; it alone decides.
  perNetworkMax: 1000,
};

const sealContext = (staffId: string): string => `staff-totp:${staffId}`;

export type NewTotp = {
  /** Base32, for typing it. */
  secret: string;
  /** otpauth:// address, for scanning it. */
  uri: string;
  cipher: Uint8Array<ArrayBuffer>;
};

function makeTotp(secret: Secret, label: string): TOTP {
  return new TOTP({
    issuer: "Portico",
    label,
    secret,
    algorithm: "SHA1",
    digits: 6,
    period: STEP_SECONDS,
  });
}

/** A new secret for an authenticator app, open for showing it once and sealed for keeping it. */
export function newTotp(staffId: string, label: string): NewTotp {
  const secret = Secret.fromHex(randomBytes(SECRET_BYTES).toString("hex"));
  return {
    secret: secret.base32,
    uri: makeTotp(secret, label).toString(),
    cipher: sealSecret(secret.base32, sealContext(staffId)),
  };
}

/** The time step that a code belongs to; null when it is none of this secret's near now. */
export function findTotpStep(staffId: string, cipher: Uint8Array, code: string): number | null {
  const secret = Secret.fromBase32(openSecret(cipher, sealContext(staffId)));
  const timestamp = now().getTime();
  const delta = makeTotp(secret, "").validate({ token: code, timestamp, window: STEPS_AROUND });
  return delta === null ? null : Math.floor(timestamp / 1000 / STEP_SECONDS) + delta;
}

/** Ten recovery codes with what is kept of them. */
export function newRecoveryCodes(staffId: string): {
  codes: string[];
  rows: { id: string; staffId: string; codeHash: string }[];
} {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    Array.from(randomBytes(16), (byte) => RECOVERY_ALPHABET[byte & 31]).join(""),
  );
  return {
    codes: codes.map((code) => code.replace(/(.{4})(?=.)/g, "$1-")),
    rows: codes.map((code) => ({ id: newId(), staffId, codeHash: hashRecoveryCode(staffId, code) })),
  };
}

function hashRecoveryCode(staffId: string, code: string): string {
  return sha256Hex(`${staffId}:${code}`);
}

/**
 * Takes a typed code of the app, or a recovery code, and uses it up.
 * @returns whether it was good
 * @throws AppError RATE_LIMITED after too many wrong ones for this account
 */
export async function takeSecondFactor(
  db: Db,
  staff: { id: string; totpCipher: Uint8Array | null },
  typed: string,
): Promise<boolean> {
  const place = { address: staff.id, networkAddress: staff.id };
  const counted = await countTry(db, CODE_TRIES, place);
  const code = typed.toUpperCase().replace(/[\s-]/g, "");
  const taken = /^\d{6}$/.test(code)
    ? await takeTotp(db, staff, code)
    : RECOVERY_CODE.test(code) && (await takeRecoveryCode(db, staff.id, code));
  if (taken) await forgetTries(db, CODE_TRIES, place, counted);
  return taken;
}

/** One statement decides, so that one code sent twice at once is good once. */
async function takeTotp(
  db: Db,
  staff: { id: string; totpCipher: Uint8Array | null },
  code: string,
): Promise<boolean> {
  if (staff.totpCipher === null) return false;
  const totpStep = findTotpStep(staff.id, staff.totpCipher, code);
  if (totpStep === null) return false;
  const { count } = await db.staff.updateMany({
    where: {
      id: staff.id,
      totpSince: { not: null },
      OR: [{ totpStep: null }, { totpStep: { lt: totpStep } }],
    },
    data: { totpStep },
  });
  return count === 1;
}

async function takeRecoveryCode(db: Db, staffId: string, code: string): Promise<boolean> {
  const { count } = await db.recoveryCode.updateMany({
    where: { staffId, codeHash: hashRecoveryCode(staffId, code), usedAt: null },
    data: { usedAt: now() },
  });
  return count === 1;
}
