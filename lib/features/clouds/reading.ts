/**
 * Updates the registry from the service's own list of Clouds, where it has one: adopts Clouds created outside Portico by this application,
 * updates names, and marks what is gone. Never removes a row.
 */
import { now } from "#lib/core/clock.ts";
import { kept, told } from "#lib/core/language/kept-texts.ts";
import type { ConnectionModel } from "#lib/db/client.ts";
import { tryCapability } from "#lib/features/connections/capabilities.ts";
import { clientFor } from "#lib/features/connections/queries.ts";
import { ServiceError } from "#lib/service/client/errors.ts";
import { PAGE_RETRIES } from "#lib/http/retry.ts";
import { adopt } from "./list-adoption.ts";
import type { ReadState } from "./schema.ts";

/** A list of this age counts as just read. */
export const FRESH_MS = 5_000;
/** A page waits at most this long for a list. */
export const READ_MS_MAX = 8_000;

/** How old a list may be for somebody who asked to refresh it, or who searched for something that it does not have. */
const ANEW_MS = 1_000;

/** A list rests for this many times the duration of its reading, so that a long list does not keep service and portal busy. */
const REST_FACTOR = 20;

const running = new Map<string, Promise<ReadState>>();
const readMs = new Map<string, number>();

/**
 * How a list is requested: `anew` when a person wants the current list, however long its reading takes; `since` when only a reading that
 * began after that moment will do.
 */
export type Asked = { readonly anew?: boolean; readonly since?: Date };

/** Whether a list counts as just read, by its age and by how long its last reading took. */
export function isFresh(listId: string, readAt: Date | null, { anew = false, since }: Asked): readAt is Date {
  if (since !== undefined) return readAt !== null && readAt >= since;
  const freshMs = anew ? ANEW_MS : Math.max(FRESH_MS, REST_FACTOR * (readMs.get(listId) ?? 0));
  return readAt !== null && now().getTime() - readAt.getTime() < freshMs;
}

/** Remembers how long a reading took. */
export function noteReading(listId: string, tookMs: number): void {
  readMs.set(listId, tookMs);
}

/** Reads the list of Clouds, once for all who ask at the same time. Never throws for the service's failures. */
export async function readClouds(connection: ConnectionModel, asked: Asked = {}): Promise<ReadState> {
  const current = running.get(connection.id);
  if (current !== undefined) {
    const read = await current;
    if (asked.since === undefined) return tellRead(read);
    // The reading just joined may have begun before `since`.
    return readClouds({ ...connection, cloudsReadAt: read.readAt }, asked);
  }
  const reading = readOnce(connection, asked).finally(() => running.delete(connection.id));
  running.set(connection.id, reading);
  return tellRead(await reading);
}

/** A shared reading, with its problem in the language of the person who asks. */
export function tellRead<T extends ReadState>(read: T): T {
  return read.problem === null ? read : { ...read, problem: told(read.problem) };
}

async function readOnce(connection: ConnectionModel, asked: Asked): Promise<ReadState> {
  const base = { connectionId: connection.id, connectionName: connection.name };
  const readAt = connection.cloudsReadAt;
  if (isFresh(connection.id, readAt, asked)) {
    return { ...base, state: "fresh", readAt, problem: null };
  }
  const startedAt = now();
  const beganMs = performance.now();
  try {
    const list = await tryCapability(connection.id, "listClouds", () =>
      clientFor(connection).listClouds({
        signal: AbortSignal.timeout(READ_MS_MAX),
        retries: { ...PAGE_RETRIES, tries: 2, delayMsMax: 1_000 },
      }),
    );
    if (!list.isAnswered) return { ...base, state: "notListed", readAt: null, problem: null };
    await adopt(connection.id, list.value, startedAt);
    noteReading(connection.id, performance.now() - beganMs);
    return { ...base, state: "fresh", readAt: startedAt, problem: null };
  } catch (thrown) {
    return { ...base, state: "stale", readAt, problem: problemOf(thrown) };
  }
}

/** Why a reading failed, in English; rethrows everything that neither the service nor the network caused. */
export function problemOf(thrown: unknown): string {
  if (thrown instanceof ServiceError) return thrown.message;
  if (thrown instanceof Error && (thrown.name === "TimeoutError" || thrown.name === "AbortError")) {
    return kept("The service did not answer in time.");
  }
  throw thrown;
}
