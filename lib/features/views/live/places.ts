/**
 * Who may wait for a live file, and who may be sent one. Programs such as Power Query try only three times, so a request waits rather than
 * being refused; waiting holds neither a place nor a database connection, ends with the program's connection, and is limited.
 */
import { type AppError, rateLimited, unavailable } from "#lib/core/errors.ts";
import { oncePerProcess } from "#lib/core/once-per-process.ts";
import { Semaphore } from "#lib/core/process/semaphore.ts";
import { say } from "#lib/core/texts.ts";

/** Requests that may wait at the same time: of one person, and in all. */
const WAITING_OF_ONE_MAX = 32;
const WAITING_MAX = 128;
/** Files that one token may download at the same time. */
const FILES_OF_TOKEN_MAX = 4;
/** Parquet files being made at the same time: each takes up to a gigabyte of memory. */
const PARQUET_MAX = 1;
export const BUSY_AGAIN_SECONDS = 10;

export type Patience = {
  /** When waiting ends, by performance.now(). */
  readonly until: number;
  readonly signal: AbortSignal;
};

/** Places by key. */
class Places {
  readonly #max: number;
  readonly #places = new Map<string, Semaphore>();

  constructor(max: number) {
    this.#max = max;
  }

  /**
   * Waits for a place.
   * @returns releases the place; to be called once
   * @throws AppError UNAVAILABLE when none was free in time; the signal's reason
   */
  async take(key: string, { until, signal }: Patience): Promise<() => void> {
    signal.throwIfAborted();
    const places = this.#places.get(key) ?? new Semaphore(this.#max);
    this.#places.set(key, places);
    const late = AbortSignal.timeout(Math.max(0, Math.ceil(until - performance.now())));
    const release = await places.acquire(AbortSignal.any([signal, late]), () =>
      signal.aborted ? (signal.reason as Error) : busy(),
    );
    return () => {
      release();
      if (places.isIdle) this.#places.delete(key);
    };
  }
}

const shared = oncePerProcess("live-places", () => ({
  waiting: new Map<string, number>(),
  waitingOfAll: 0,
  files: new Places(FILES_OF_TOKEN_MAX),
  parquet: new Places(PARQUET_MAX),
}));

/**
 * Registers a waiting request of a person, until the returned function is called, once.
 * @throws AppError RATE_LIMITED when too many of this person wait, UNAVAILABLE when too many wait in all
 */
export function beginWaiting(staffId: string): () => void {
  const own = shared.waiting.get(staffId) ?? 0;
  if (own >= WAITING_OF_ONE_MAX) {
    throw rateLimited(
      say("{count} of your requests are already waiting for live files. Ask again in a moment.", {
        count: own,
      }),
      { details: { retryAfterSeconds: BUSY_AGAIN_SECONDS } },
    );
  }
  if (shared.waitingOfAll >= WAITING_MAX) throw busy();
  shared.waiting.set(staffId, own + 1);
  shared.waitingOfAll += 1;
  return () => {
    shared.waitingOfAll -= 1;
    const left = (shared.waiting.get(staffId) ?? 1) - 1;
    if (left === 0) shared.waiting.delete(staffId);
    else shared.waiting.set(staffId, left);
  };
}

/** A place for a token's download; as `Places.take`. */
export const takeFilePlace = (tokenId: string, patience: Patience): Promise<() => void> =>
  shared.files.take(tokenId, patience);

/** The turn to make a Parquet file; as `Places.take`. */
export const takeParquetTurn = (patience: Patience): Promise<() => void> =>
  shared.parquet.take("parquet", patience);

function busy(): AppError {
  return unavailable(say("Too many live files are being made at this moment. Ask again in a moment."), {
    details: { retryAfterSeconds: BUSY_AGAIN_SECONDS },
  });
}
