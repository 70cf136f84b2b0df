/**
 * Slows down clients that try too often, without locking anybody else out. Tries are counted for an account *and* a network, for a network
 * (an IPv4 address or an IPv6 /64), for the IPv6 /48 around it, and, optionally, for an account from any network. A try is recorded before
 * it is checked, so that many at once do not slip through together; a try that comes when a limit is already reached is not recorded.
 */
import { after, now } from "#lib/core/clock.ts";
import { type AppError, rateLimited } from "#lib/core/errors.ts";
import { sha256Hex } from "#lib/core/ids.ts";
import { networkKeys } from "#lib/core/network/network-key.ts";
import { say } from "#lib/core/texts.ts";
import { Prisma, type Db } from "#lib/db/client.ts";

export type Place = {
  /** The account's address, normalised so that spelling does not matter. The account need not exist. */
  address: string;
  networkAddress: string;
  /**
   * The browser, if it is known to have signed in to this account before (lib/core/identity/known-browser.ts). Its tries are counted
   * separately.
   */
  browser?: string | null;
};

export type Limits = {
  /** Separates the counts of different kinds of tries. */
  purpose: string;
  windowMs: number;
  /** The most tries for one account from one network, or from one known browser. */
  perPairMax: number;
  /** The most tries from one network, for any account; an IPv6 /48 has four times as many. */
  perNetworkMax: number;
  accountDelay?: AccountDelay;
};

/** For an account, from any network: after some tries within a day, each further try must wait twice as long as the one before. */
type AccountDelay = { freeTries: number; firstMs: number; longestMs: number };

/**
 * The ids of a recorded try's rows, which are removed if it succeeds: one for each rule, in the order of the rules; the first is for this
 * account from this network or browser.
 */
export type CountedTry = readonly bigint[];

/**
 * Sign-in of staff and of invited people: 8 wrong tries for each account and network in a quarter of an hour. Guessing from many networks
 * is limited to about 320 tries a day for each account.
 */
export const SIGN_IN_LIMITS = {
  windowMs: 15 * 60_000,
  perPairMax: 8,
  perNetworkMax: 60,
  accountDelay: { freeTries: 30, firstMs: 1000, longestMs: 5 * 60_000 },
} as const;

const WIDE_FACTOR = 4;
/** No window is longer; older tries do not count. */
const DAY_MS = 24 * 3_600_000;
/** The most rows that a flood from millions of networks can leave; the oldest are dropped first. */
const ROWS_MAX = 500_000;
const CLEANED_EVERY_MS = 60_000;

/** How long to wait, given the earlier tries; 0: not at all. */
type Judge = (tries: Tries) => number;
type Tries = { count: number; oldestMs: number; latestMs: number };
type Rule = { keyHash: string; sinceMs: number; judge: Judge };

function rulesOf(limits: Limits, { address, networkAddress, browser }: Place): Rule[] {
  const { purpose, perPairMax, perNetworkMax, accountDelay } = limits;
  const inWindow = (key: string, max: number): Rule => windowRule(`${purpose}|${key}`, limits.windowMs, max);
  if (typeof browser === "string") return [inWindow(`browser|${address}|${browser}`, perPairMax)];
  const { near, wide } = networkKeys(networkAddress);
  return [
    inWindow(`pair|${address}|${near}`, perPairMax),
    inWindow(`network|${near}`, perNetworkMax),
    ...(wide === null ? [] : [inWindow(`network|${wide}`, perNetworkMax * WIDE_FACTOR)]),
    ...(accountDelay === undefined ? [] : [delayRule(`${purpose}|account|${address}`, accountDelay)]),
  ];
}

function windowRule(key: string, windowMs: number, max: number): Rule {
  return {
    keyHash: sha256Hex(key),
    sinceMs: now().getTime() - windowMs,
    judge: ({ count, oldestMs }) => (count < max ? 0 : oldestMs + windowMs - now().getTime()),
  };
}

function delayRule(key: string, { freeTries, firstMs, longestMs }: AccountDelay): Rule {
  return {
    keyHash: sha256Hex(key),
    sinceMs: now().getTime() - DAY_MS,
    judge: ({ count, latestMs }) => {
      if (count < freeTries) return 0;
      const delayMs = Math.min(longestMs, firstMs * 2 ** (count - freeTries));
      return Math.max(0, latestMs + delayMs - now().getTime());
    },
  };
}

/**
 * Counts a try.
 * @throws AppError RATE_LIMITED after too many tries; it says how long to wait.
 */
export async function countTry(db: Db, limits: Limits, place: Place): Promise<CountedTry> {
  const rules = rulesOf(limits, place);
  await requireRoom(db, rules, []);
  const made = await db.signInFailure.createManyAndReturn({
    data: rules.map(({ keyHash }) => ({ keyHash, failedAt: now() })),
    select: { id: true },
  });
  const counted = made.map(({ id }) => id);
  await cleanUp(db);
  await requireRoom(db, rules, counted);
  return counted;
}

/** After a success: removes this try, and all tries for this account from here. */
export async function forgetTries(
  db: Db,
  limits: Limits,
  place: Place,
  succeeded: CountedTry,
): Promise<void> {
  const [pair] = rulesOf(limits, place);
  await db.signInFailure.deleteMany({
    where: { OR: [{ keyHash: pair?.keyHash ?? "" }, { id: { in: [...succeeded] } }] },
  });
}

/** After neither failure nor success: removes only this try. */
export async function takeBackTry(db: Db, counted: CountedTry): Promise<void> {
  await db.signInFailure.deleteMany({ where: { id: { in: [...counted] } } });
}

/**
 * After half a success, such as a password without its required code: the try stays counted only for this account from here, until the
 * other half succeeds.
 */
export async function keepForAccount(db: Db, counted: CountedTry): Promise<void> {
  await takeBackTry(db, counted.slice(1));
}

type TriesRow = { key_hash: string; count: number; oldest: Date; latest: Date };

/** @throws AppError RATE_LIMITED when a rule requires waiting; the rows of the try itself do not count. */
async function requireRoom(db: Db, rules: readonly Rule[], own: readonly bigint[]): Promise<void> {
  const keys = rules.map(({ keyHash }) => keyHash);
  const since = rules.map(({ sinceMs }) => new Date(sinceMs).toISOString());
  const rows = await db.$queryRaw<TriesRow[]>(Prisma.sql`
    SELECT f.key_hash, count(*)::int AS count, min(f.failed_at) AS oldest, max(f.failed_at) AS latest
    FROM unnest(${keys}::text[], ${since}::timestamptz[]) AS asked(key_hash, since)
    JOIN sign_in_failure f ON f.key_hash = asked.key_hash AND f.failed_at > asked.since
    WHERE f.id <> ALL(${[...own]}::bigint[])
    GROUP BY f.key_hash`);
  const judges = new Map(rules.map(({ keyHash, judge }) => [keyHash, judge]));
  const waits = rows.map(({ key_hash: keyHash, count, oldest, latest }) => {
    const tries = { count, oldestMs: oldest.getTime(), latestMs: latest.getTime() };
    return judges.get(keyHash)?.(tries) ?? 0;
  });
  const waitMs = Math.max(0, ...waits);
  if (waitMs > 0) throw tooMany(waitMs);
}

let cleanedAtMs = 0;

/** Runs once a minute, as part of a try: without tries there is nothing to clean. */
async function cleanUp(db: Db): Promise<void> {
  const ageMs = now().getTime() - cleanedAtMs;
  if (ageMs >= 0 && ageMs < CLEANED_EVERY_MS) return;
  cleanedAtMs = now().getTime();
  await dropOldTries(db, ROWS_MAX);
}

/** Drops tries that no longer count, and keeps only the newest `rowsMax` of the others. */
export async function dropOldTries(db: Db, rowsMax: number): Promise<void> {
  await db.$executeRaw`
    DELETE FROM sign_in_failure
    WHERE failed_at < ${after(-DAY_MS)} OR id <= (SELECT max(id) FROM sign_in_failure) - ${rowsMax}`;
}

function tooMany(waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const minutes = Math.ceil(seconds / 60);
  return rateLimited(
    seconds < 60
      ? say(
          "There were too many tries. Wait {seconds, plural, one {# second} other {# seconds}}, then try again.",
          { seconds },
        )
      : say(
          "There were too many tries. Wait {minutes, plural, one {# minute} other {# minutes}}, then try again.",
          { minutes },
        ),
    { details: { retryAfterSeconds: seconds } },
  );
}
