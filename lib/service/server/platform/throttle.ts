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

const QUARTER_HOUR_MS = 15 * 60_000;
const HOUR_MS = 60 * 60_000;

export const SIGN_IN: Limits = {
  purpose: "platform-sign-in",
  windowMs: QUARTER_HOUR_MS,
  perPairMax: 8,
  perNetworkMax: 60,
};

export const FRESH_LINK: Limits = {
  purpose: "platform-fresh-link",
  windowMs: HOUR_MS,
  perPairMax: 5,
  perNetworkMax: 30,
};

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
export async function countTry(db: Db, limits: Limits, place: Place): Promise<void> {
  const keys = keysOf(limits, place);
  if (await isOver(db, limits, keys, 0)) throw tooMany(limits);
  await db.signInFailure.createMany({
    data: [keys.pair, keys.network].map((keyHash) => ({ keyHash, failedAt: now() })),
  });
  if (await isOver(db, limits, keys, 1)) throw tooMany(limits);
}

/** A success: what was counted for this account from here is forgotten. */
export async function forgetTries(db: Db, limits: Limits, place: Place): Promise<void> {
  await db.signInFailure.deleteMany({ where: { keyHash: keysOf(limits, place).pair } });
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
