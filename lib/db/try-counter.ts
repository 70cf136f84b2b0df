/**
 * Slows down whoever tries too often, without locking anybody else out: tries are counted per account *and* network address, and per
 * network address. A try is written down before it is judged, so that many at once do not slip through together.
 */
import { after, now } from "#lib/core/clock.ts";
import { AppError } from "#lib/core/errors.ts";
import { sha256Hex } from "#lib/core/ids.ts";
import type { Db } from "#lib/db/client.ts";

export type Place = { address: string; networkAddress: string };

export type Limits = { purpose: string; windowMs: number; perPairMax: number; perNetworkMax: number };

/** A try that was written down; it is taken back when it succeeds. */
export type CountedTry = { rows: readonly bigint[] };

/** Sign-in of staff and of invited people: 8 wrong tries per account and place in a quarter of an hour. */
export const SIGN_IN_LIMITS = { windowMs: 15 * 60_000, perPairMax: 8, perNetworkMax: 60 } as const;

/** Longer than any window. */
const KEPT_MS = 24 * 3_600_000;

function keysOf(limits: Limits, place: Place): { pair: string; network: string } {
  return {
    pair: sha256Hex(`${limits.purpose}|pair|${place.address}|${place.networkAddress}`),
    network: sha256Hex(`${limits.purpose}|network|${place.networkAddress}`),
  };
}

/**
 * Counts a try.
 * @throws AppError RATE_LIMITED when there were too many within the window.
 */
export async function countTry(db: Db, limits: Limits, place: Place): Promise<CountedTry> {
  const keys = keysOf(limits, place);
  if (await isOver(db, limits, keys, 0)) throw tooMany(limits);
  const rows = await db.signInFailure.createManyAndReturn({
    data: [keys.pair, keys.network].map((keyHash) => ({ keyHash, failedAt: now() })),
    select: { id: true },
  });
  if (await isOver(db, limits, keys, 1)) throw tooMany(limits);
  await db.signInFailure.deleteMany({ where: { failedAt: { lt: after(-KEPT_MS) } } });
  return { rows: rows.map((row) => row.id) };
}

/** A success: what was counted for this account from here, and this very try, are forgotten. */
export async function forgetTries(
  db: Db,
  limits: Limits,
  place: Place,
  succeeded: CountedTry,
): Promise<void> {
  await db.signInFailure.deleteMany({
    where: { OR: [{ keyHash: keysOf(limits, place).pair }, { id: { in: [...succeeded.rows] } }] },
  });
}

/** Neither a failure nor a success: only this very try is forgotten. */
export async function takeBackTry(db: Db, counted: CountedTry): Promise<void> {
  await db.signInFailure.deleteMany({ where: { id: { in: [...counted.rows] } } });
}

async function isOver(
  db: Db,
  limits: Limits,
  keys: { pair: string; network: string },
  own: number,
): Promise<boolean> {
  const failedAt = { gt: after(-limits.windowMs) };
  const [pair, network] = await Promise.all([
    db.signInFailure.count({ where: { keyHash: keys.pair, failedAt } }),
    db.signInFailure.count({ where: { keyHash: keys.network, failedAt } }),
  ]);
  return pair >= limits.perPairMax + own || network >= limits.perNetworkMax + own;
}

function tooMany(limits: Limits): AppError {
  const minutes = limits.windowMs / 60_000;
  return new AppError(
    "RATE_LIMITED",
    `There were too many tries from here. Wait ${String(minutes)} minutes, then try again.`,
    { details: { retryAfterSeconds: minutes * 60 } },
  );
}
