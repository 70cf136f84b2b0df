/**
 * Keeps a burst of requests from becoming a jam. Only a few pages start at a time and the others wait their turn, because pages rendered
 * all at once are all late; when more wait than can be ready within a few seconds, further ones are told to retry. Only requests that have
 * not begun are refused, so nothing is half done. Clients take turns, and each has its share of the places: many requests of one client
 * delay nobody else. Strangers come after signed-in people, except five a second, and have separate places: however many there are,
 * signed-in people are answered. Strangers take turns for the portal's routes as well; signed-in people do not.
 */
import { AsyncResource } from "node:async_hooks";
import type { EventEmitter } from "node:events";
import type { EdgeAnswer } from "./addresses.ts";
import { kindOf } from "#lib/boot/metrics/requests.ts";
import { TOO_BUSY, refuseForNow, type Asked } from "./refusal.ts";

type Crowd = "known" | "strangers";

/** About two seconds' worth of pages on two cores, and one second's more for strangers. */
export const PAGES_AT_ONCE_MAX: Readonly<Record<Crowd, number>> = { known: 100, strangers: 50 };

/** Enough to keep the process busy while some wait for the database. */
export const TURNS = 8;
export const STRANGERS_TURNS = TURNS / 4;
/**
 * At least one stranger's request starts this often, however many signed-in people wait: a busy portal keeps nobody from signing in.
 * Strangers start without waiting only after no signed-in person was being answered for this long: in every short gap they would take the
 * time that the next page needs.
 */
export const STRANGER_BEGINS_MS = 200;
/** A request that takes longer is waiting for a service, and must not delay others. */
export const TURN_MS_MAX = 250;

/** A request, for any address. */
type Guest = {
  readonly path: string;
  /** The network of the client. */
  readonly client: string;
  /** The request's session, if known (lib/core/identity/known-sessions.ts): counts as a client, whatever its network. */
  readonly session: string | null;
};

const crowdOf = ({ session }: Guest): Crowd => (session === null ? "strangers" : "known");

/** The service limits its callers itself; static files cost next to nothing. */
function needsTurn(guest: Guest): boolean {
  const kind = kindOf(guest.path);
  return kind === "page" || (kind === "api" && crowdOf(guest) === "strangers");
}

/** Admitted pages without an answer so far, by client. */
const placesOf: Readonly<Record<Crowd, Map<string, number>>> = { known: new Map(), strangers: new Map() };
const placesTaken: Record<Crowd, number> = { known: 0, strangers: 0 };
/** How a request releases its place; calling it again has no effect. */
const givingBack = new WeakMap<EventEmitter, () => void>();

/**
 * Takes a place until `response` is closed; for a route until its turn is over, since a route may be a long download, or wait for a file.
 * @returns the refusal where all places are taken, and this client has its share of them. Null for requests that need no turn.
 */
export function refuseWhenBusy(asked: Asked & Guest, response: EventEmitter): EdgeAnswer | null {
  if (!needsTurn(asked)) return null;
  const crowd = crowdOf(asked);
  const places = placesOf[crowd];
  const client = asked.session ?? asked.client;
  const own = (places.get(client) ?? 0) + 1;
  const clients = places.size + (own === 1 ? 1 : 0);
  const max = PAGES_AT_ONCE_MAX[crowd];
  if (placesTaken[crowd] >= max && own > max / clients) return refuseForNow(TOO_BUSY, asked);
  places.set(client, own);
  placesTaken[crowd] += 1;
  const giveBack = (): void => {
    if (!givingBack.delete(response)) return;
    const left = (places.get(client) ?? 1) - 1;
    if (left === 0) places.delete(client);
    else places.set(client, left);
    placesTaken[crowd] -= 1;
  };
  givingBack.set(response, giveBack);
  response.once("close", giveBack);
  return null;
}

/** By client, the next one first; each client's requests in order of arrival. */
type Queue = Map<string, Set<() => void>>;

const turnsTaken: Record<Crowd, number> = { known: 0, strangers: 0 };
const queues: Readonly<Record<Crowd, Queue>> = { known: new Map(), strangers: new Map() };
/** When a stranger last started, and when a signed-in person was last being answered. */
const lastMs = { strangerBegan: -Infinity, knownEnded: -Infinity };
/** Retries strangers who wait for time to pass. */
let waking: NodeJS.Timeout | null = null;

const isLongAgo = (ms: number): boolean => performance.now() - ms >= STRANGER_BEGINS_MS;

function isTurnFree(crowd: Crowd): boolean {
  if (turnsTaken.known + turnsTaken.strangers >= TURNS) return false;
  if (crowd === "known") return true;
  if (turnsTaken.strangers >= STRANGERS_TURNS) return false;
  // A stranger's request uses the same thread, and would delay the pages of signed-in people.
  const isQuiet = turnsTaken.known === 0 && queues.known.size === 0 && isLongAgo(lastMs.knownEnded);
  return isQuiet || isLongAgo(lastMs.strangerBegan);
}

/** Starts a page when its turn comes, unless its client is gone by then; starts anything else at once. */
export function beginInTurn(guest: Guest, response: EventEmitter, begin: () => void): void {
  if (!needsTurn(guest)) {
    begin();
    return;
  }
  const crowd = crowdOf(guest);
  const client = guest.session ?? guest.client;
  // The async context of a request that ends must not leak into the next one.
  const take = AsyncResource.bind(() => {
    turnsTaken[crowd] += 1;
    if (crowd === "strangers") lastMs.strangerBegan = performance.now();
    const timer = setTimeout(end, TURN_MS_MAX);
    let hasTurn = true;
    function end(): void {
      clearTimeout(timer);
      if (kindOf(guest.path) === "api") givingBack.get(response)?.();
      if (hasTurn) passOn(crowd);
      hasTurn = false;
    }
    response.once("close", end);
    begin();
  });
  if (isTurnFree(crowd)) {
    take();
    return;
  }
  const waiting = queues[crowd];
  const own = waiting.get(client) ?? new Set();
  waiting.set(client, own.add(take));
  wakeStrangers();
  response.once("close", () => {
    own.delete(take);
    if (own.size === 0 && waiting.get(client) === own) waiting.delete(client);
  });
}

/** Turns end within a quarter of a second, so waiting requests are checked as often. */
function passOn(crowd: Crowd): void {
  turnsTaken[crowd] -= 1;
  if (crowd === "known") lastMs.knownEnded = performance.now();
  beginWhoMay();
}

function beginWhoMay(): void {
  // A stranger whose time has come goes first: signed-in people could take every turn.
  for (const each of ["strangers", "known", "strangers"] as const)
    while (isTurnFree(each)) {
      const next = takeNext(queues[each]);
      if (next === null) break;
      next();
    }
  wakeStrangers();
}

function wakeStrangers(): void {
  if (waking !== null || queues.strangers.size === 0) return;
  waking = setTimeout(() => {
    waking = null;
    beginWhoMay();
  }, STRANGER_BEGINS_MS);
}

function takeNext(waiting: Queue): (() => void) | null {
  const [first] = waiting;
  if (first === undefined) return null;
  const [client, own] = first;
  const [next = null] = own;
  waiting.delete(client);
  if (next !== null) own.delete(next);
  // Requeued behind all other clients.
  if (own.size > 0) waiting.set(client, own);
  return next;
}
