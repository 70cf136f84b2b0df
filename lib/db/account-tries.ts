/** Limits for what concerns one account: what its owner types once more, and emails with a link to it. */
import type { Db } from "#lib/db/client.ts";
import { countTry, forgetTries } from "./try-counter.ts";

/** Requests for an email with a link. For one address: five at once, then at worst one an hour. */
export const MAIL_LIMITS = {
  windowMs: 60 * 60_000,
  perPairMax: 5,
  perNetworkMax: 30,
  accountDelay: { freeTries: 5, firstMs: 60_000, longestMs: 3_600_000 },
};

/**
 * Checks what somebody typed. Wrong tries are counted for the account, from any network: only its owner gets here, so nobody else can lock
 * the owner out.
 * @param purpose separates the counts of different kinds of tries
 * @param check false or null: it was wrong
 * @throws AppError RATE_LIMITED after too many wrong tries
 */
export async function checkForAccount<T>(
  db: Db,
  purpose: string,
  account: string | number,
  check: () => Promise<T>,
): Promise<T> {
  // The account also serves as the network here, so only the account decides.
  const limits = { purpose, windowMs: 15 * 60_000, perPairMax: 10, perNetworkMax: 1000 };
  const place = { address: String(account), networkAddress: String(account) };
  const counted = await countTry(db, limits, place);
  const found = await check();
  if (found !== null && found !== false) await forgetTries(db, limits, place, counted);
  return found;
}
