/**
 * Signing a staff member in: throttle, check, open a session row. It answers the same for an unknown account and a wrong password.
 */
import { parseAddress } from "#lib/core/address.ts";
import { AppError } from "#lib/core/errors.ts";
import { log } from "#lib/core/logger.ts";
import type { Db } from "#lib/db/client.ts";
import { verifyPassword } from "./password.ts";
import { openStaffSession } from "./staff-session.ts";
import { assertNotThrottled, clearFailures, recordFailure } from "./throttle.ts";

/**
 * Opens a session for the right e-mail and password.
 * @throws AppError UNAUTHENTICATED (they do not belong together) or RATE_LIMITED.
 */
export async function signInStaff(
  db: Db,
  input: { email: string; password: string; address: string },
): Promise<{ staffId: string; sessionId: string }> {
  const parsed = parseAddress(input.email);
  const account = parsed.ok ? parsed.key : input.email.slice(0, 254).toLowerCase();
  const place = { realm: "staff", account, address: input.address } as const;
  await assertNotThrottled(db, place);
  const staff = parsed.ok
    ? await db.staff.findFirst({
        where: { email: parsed.key, disabledAt: null },
        select: { id: true, passwordHash: true },
      })
    : null;
  const matches = await verifyPassword(staff?.passwordHash ?? null, input.password);
  if (staff === null || !matches) {
    await recordFailure(db, place);
    log.info("sign-in refused", { realm: "staff" });
    throw new AppError("UNAUTHENTICATED", "The e-mail and the password do not belong together. Check both.");
  }
  await clearFailures(db, place);
  return { staffId: staff.id, sessionId: await openStaffSession(db, staff.id) };
}
