/**
 * Signs in a member of staff: limit tries, check the password, then the second factor if the account has one, open a session row, record
 * it. The answer is the same, after the same work, for an unknown account and a wrong password. There is no other way to a session.
 */
import { recordAudit } from "#lib/audit/record.ts";
import { deviceWords } from "#lib/auth/device.ts";
import type { SignInInput, SignInOutcome } from "#lib/auth/options.ts";
import { takeSecondFactor } from "#lib/auth/second-factor.ts";
import { openStaffSession } from "#lib/auth/staff-session.ts";
import { ADDRESS_LENGTH_MAX, parseAddress } from "#lib/core/address.ts";
import { AppError } from "#lib/core/errors.ts";
import { findKnownBrowser } from "#lib/core/identity/known-browser.ts";
import {
  hashPassword,
  needsNewHash,
  requireHashingPlace,
  verifyPassword,
} from "#lib/core/identity/password.ts";
import { say } from "#lib/core/texts.ts";
import type { Db, PrismaClient, StaffModel } from "#lib/db/client.ts";
import { SIGN_IN_LIMITS, countTry, forgetTries, keepForAccount, takeBackTry } from "#lib/db/try-counter.ts";
import { ownActor } from "./account-audit.ts";

const SIGN_IN = { purpose: "staff-sign-in", ...SIGN_IN_LIMITS };

/**
 * Opens a session for the right email, password and, if the account has a second factor, code.
 * @throws AppError UNAUTHENTICATED (wrong email or password), RATE_LIMITED, or UNAVAILABLE while too many people
 *   sign in.
 */
export async function signInStaff(db: PrismaClient, input: SignInInput): Promise<SignInOutcome> {
  const parsed = parseAddress(input.email);
  const address = parsed.ok ? parsed.key : input.email.slice(0, ADDRESS_LENGTH_MAX).toLowerCase();
  const browser = findKnownBrowser(input.browserCookie ?? "", "staff", address);
  const asker = browser === null ? "stranger" : "known";
  requireHashingPlace(asker);
  const place = { address, networkAddress: input.networkAddress, browser };
  const counted = await countTry(db, SIGN_IN, place);
  const staff = parsed.ok
    ? await db.staff.findFirst({ where: { email: parsed.key, disabledAt: null } })
    : null;
  const matches = await verifyPassword(staff?.passwordHash ?? null, input.password, asker).catch(
    async (refused: unknown) => {
      await takeBackTry(db, counted);
      throw refused;
    },
  );
  if (staff === null || !matches) throw refused();
  const withSecondFactor = staff.totpSince !== null;
  if (withSecondFactor && (input.code ?? "") === "") {
    await keepForAccount(db, counted);
    return { outcome: "code-needed" };
  }
  if (withSecondFactor && !(await takeSecondFactor(db, staff, input.code ?? "")))
    return { outcome: "code-refused" };
  const from = { userAgent: input.userAgent ?? "", networkAddress: input.networkAddress };
  const sessionId = await db.$transaction(async (tx) => {
    await assertUnchanged(tx, staff);
    return openSession(tx, staff, from, { withSecondFactor });
  });
  await forgetTries(db, SIGN_IN, place, counted);
  await renewHash(db, staff, input.password);
  return { outcome: "signed-in", sessionId, email: staff.email };
}

/** The browser that signs in. */
export type From = { userAgent: string; networkAddress: string };

/** Opens a session with its audit row, which tells how the person signed in; returns its id. */
export async function openSession(
  tx: Db,
  staff: StaffModel,
  { userAgent, networkAddress }: From,
  how: { withSecondFactor: boolean; provider?: string },
  given: { byProvider?: boolean; confirmedAt?: Date | null } = {},
): Promise<string> {
  const device = deviceWords(userAgent);
  const id = await openStaffSession(tx, staff.id, { device, network: networkAddress, ...given });
  await recordAudit(tx, {
    actor: ownActor(staff),
    action: "staff.sign-in",
    objectType: "staff",
    objectId: staff.id,
    after: { email: staff.email, device, ...how },
  });
  return id;
}

function refused(): AppError {
  return new AppError("UNAUTHENTICATED", say("Wrong email or password. Check both."));
}

/** Ensures that, while the password was being checked, it was not replaced and the account was not disabled. */
async function assertUnchanged(tx: Db, staff: StaffModel): Promise<void> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM staff
    WHERE id = ${staff.id}::uuid AND password_hash = ${staff.passwordHash} AND disabled_at IS NULL FOR SHARE`;
  if (rows.length === 0) throw refused();
}

/** Renews the hash of accounts from before the hashing cost was raised, unless the password was changed meanwhile. */
async function renewHash(db: Db, staff: StaffModel, password: string): Promise<void> {
  if (staff.passwordHash === null || !needsNewHash(staff.passwordHash)) return;
  await db.staff.updateMany({
    where: { id: staff.id, passwordHash: staff.passwordHash },
    data: { passwordHash: await hashPassword(password) },
  });
}
