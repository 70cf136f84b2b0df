/**
 * How every list of a service is read for pages: once for all who ask at the same time, not again while it is fresh, and never with an
 * exception for the service's failures. What is read, and what becomes of it, is up to the caller.
 */
import { now } from "#lib/core/clock.ts";
import { kept, told } from "#lib/core/language/kept-texts.ts";
import { PAGE_RETRIES, type RetryRules } from "#lib/http/retry.ts";
import { ServiceError } from "#lib/service/client/errors.ts";
import type { ReadState } from "./schema.ts";

/** A list of this age counts as just read. */
export const FRESH_MS = 5_000;
/** A page waits at most this long for a list. */
export const READ_MS_MAX = 8_000;
/** A page's list is requested at most twice. */
export const LIST_RETRIES: RetryRules = { ...PAGE_RETRIES, tries: 2, delayMsMax: 1_000 };

/** How old a list may be for somebody who asked to refresh it, or who searched for something that it does not have. */
const ANEW_MS = 1_000;

/** A list rests for this many times the duration of its reading, so that a long list does not keep service and portal busy. */
const REST_FACTOR = 20;

/**
 * How a list is requested: `anew` when a person wants the current list, however long its reading takes; `since` when only a reading that
 * began after that moment will do.
 */
export type Asked = { readonly anew?: boolean; readonly since?: Date };

/** `id`: of what the list belongs to. `readAt`: when it was last read, as far as the caller knows. */
type SharedList = { id: string; connection: { id: string; name: string }; readAt: Date | null };

type Read<Found extends object> = (
  list: SharedList,
  asked: Asked,
  read: (startedAt: Date) => Promise<Found | null>,
) => Promise<ReadState & Found>;

/** The options of a call that reads a list for a page. */
export function listOptions(): { signal: AbortSignal; retries: RetryRules } {
  return { signal: AbortSignal.timeout(READ_MS_MAX), retries: LIST_RETRIES };
}

/**
 * Makes the function that reads lists of one kind. It gets what reads a list from the service and stores it; null: the service does not
 * list these.
 * @param nothing what is said of a list that was not read
 * @param rests whether a list that took long to read rests for longer
 */
export function sharedReading<Found extends object>(nothing: Found, rests: boolean): Read<Found> {
  const running = new Map<string, Promise<ReadState & Found>>();
  const readMs = new Map<string, number>();

  const isFresh = ({ id, readAt }: SharedList, { anew = false, since }: Asked): boolean => {
    if (readAt === null) return false;
    if (since !== undefined) return readAt >= since;
    const freshMs = anew ? ANEW_MS : Math.max(FRESH_MS, REST_FACTOR * (readMs.get(id) ?? 0));
    return now().getTime() - readAt.getTime() < freshMs;
  };

  const readOnce: Read<Found> = async (list, asked, read) => {
    const { id, connection, readAt } = list;
    const base = { connectionId: connection.id, connectionName: connection.name, isNew: false, ...nothing };
    if (isFresh(list, asked)) return { ...base, state: "fresh", readAt, problem: null };
    const startedAt = now();
    const beganMs = performance.now();
    try {
      const found = await read(startedAt);
      if (found === null) return { ...base, state: "notListed", readAt: null, problem: null };
      if (rests) readMs.set(id, performance.now() - beganMs);
      return { ...base, ...found, isNew: true, state: "fresh", readAt: startedAt, problem: null };
    } catch (thrown) {
      return { ...base, state: "stale", readAt, problem: problemOf(thrown) };
    }
  };

  const readShared: Read<Found> = async (list, asked, read) => {
    const current = running.get(list.id);
    if (current !== undefined) {
      const joined = await current;
      // The reading just joined may have begun before `since`.
      if (asked.since !== undefined) return readShared({ ...list, readAt: joined.readAt }, asked, read);
      return tellRead(joined);
    }
    const reading = readOnce(list, asked, read).finally(() => running.delete(list.id));
    running.set(list.id, reading);
    return tellRead(await reading);
  };
  return readShared;
}

/** A shared reading, with its problem in the language of the person who asks. */
function tellRead<T extends ReadState>(read: T): T {
  return read.problem === null ? read : { ...read, problem: told(read.problem) };
}

/** Why a reading failed, in English; rethrows everything that neither the service nor the network caused. */
function problemOf(thrown: unknown): string {
  if (thrown instanceof ServiceError) return thrown.message;
  if (thrown instanceof Error && (thrown.name === "TimeoutError" || thrown.name === "AbortError")) {
    return kept("The service did not answer in time.");
  }
  throw thrown;
}
