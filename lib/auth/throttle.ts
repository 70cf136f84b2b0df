/**
 * Slows guessing down without locking anybody out: failures are counted per account *and network address*, and per
 * address. Another person's failures elsewhere never stop the owner of an account.
 */
import { after, now } from "#lib/core/clock.ts";
import { AppError } from "#lib/core/errors.ts";
import { sha256Hex } from "#lib/core/ids.ts";
import type { Db } from "#lib/db/client.ts";

const WINDOW_MS = 15 * 60_000;
const PER_ACCOUNT_AND_ADDRESS_MAX = 8;
const PER_ADDRESS_MAX = 60;

export type SignInPlace = { realm: "staff" | "platform"; account: string; address: string };

function keysOf(place: SignInPlace): { pair: string; address: string } {
  return {
    pair: sha256Hex(`${place.realm}|pair|${place.account}|${place.address}`),
    address: sha256Hex(`${place.realm}|address|${place.address}`),
  };
}

/** @throws AppError RATE_LIMITED when too many tries failed from this place lately. */
export async function assertNotThrottled(db: Db, place: SignInPlace): Promise<void> {
  const keys = keysOf(place);
  const since = after(-WINDOW_MS);
  const [pair, address] = await Promise.all([
    db.signInFailure.count({ where: { keyHash: keys.pair, failedAt: { gt: since } } }),
    db.signInFailure.count({ where: { keyHash: keys.address, failedAt: { gt: since } } }),
  ]);
  if (pair < PER_ACCOUNT_AND_ADDRESS_MAX && address < PER_ADDRESS_MAX) return;
  throw new AppError(
    "RATE_LIMITED",
    "Too many tries from here failed. Wait a quarter of an hour, then try again.",
    {
      details: { retryAfterSeconds: WINDOW_MS / 1000 },
    },
  );
}

/** Counts one failed try and forgets those that no longer matter. */
export async function recordFailure(db: Db, place: SignInPlace): Promise<void> {
  const keys = keysOf(place);
  await db.signInFailure.createMany({
    data: [keys.pair, keys.address].map((keyHash) => ({ keyHash, failedAt: now() })),
  });
  await db.signInFailure.deleteMany({ where: { failedAt: { lt: after(-4 * WINDOW_MS) } } });
}

/** A success clears what was counted for the account from this address. */
export async function clearFailures(db: Db, place: SignInPlace): Promise<void> {
  await db.signInFailure.deleteMany({ where: { keyHash: keysOf(place).pair } });
}
