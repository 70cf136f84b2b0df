/**
 * Signing a staff member in: throttle, check, open a session row. It answers the same for an unknown account and a wrong password.
 */
import { parseAddress } from "#lib/core/address.ts";
import { AppError } from "#lib/core/errors.ts";
import { log } from "#lib/core/logger.ts";
import { verifyPassword } from "#lib/core/password.ts";
import type { Db } from "#lib/db/client.ts";
import { SIGN_IN_LIMITS, countTry, forgetTries } from "#lib/db/try-counter.ts";
import { openStaffSession } from "./staff-session.ts";

const SIGN_IN = { purpose: "staff-sign-in", ...SIGN_IN_LIMITS };

/**
 * Opens a session for the right e-mail and password.
 * @throws AppError UNAUTHENTICATED (they do not belong together) or RATE_LIMITED.
 */
export async function signInStaff(
  db: Db,
  input: { email: string; password: string; networkAddress: string },
): Promise<{ staffId: string; sessionId: string }> {
  const parsed = parseAddress(input.email);
  const place = {
    address: parsed.ok ? parsed.key : input.email.slice(0, 254).toLowerCase(),
    networkAddress: input.networkAddress,
  };
  const counted = await countTry(db, SIGN_IN, place);
  const staff = parsed.ok
    ? await db.staff.findFirst({
        where: { email: parsed.key, disabledAt: null },
        select: { id: true, passwordHash: true },
      })
    : null;
  const matches = await verifyPassword(staff?.passwordHash ?? null, input.password);
  if (staff === null || !matches) {
    log.info("sign-in refused", { realm: "staff" });
    throw new AppError("UNAUTHENTICATED", "The e-mail and the password do not belong together. Check both.");
  }
  await forgetTries(db, SIGN_IN, place, counted);
  return { staffId: staff.id, sessionId: await openStaffSession(db, staff.id) };
}
