/**
 * Keeps a burst from becoming a jam. A few pages are begun at a time and the others wait their turn, because pages that are all made at
 * once are all ready late; and when more wait than can be ready within a few seconds, further ones are told to come back. Refused is
 * only what has not begun, so nothing is half done. Clients take turns, and each has its share of the places: many requests of one keep
 * nobody else waiting. Strangers come after people who are signed in, five a second excepted, and have places of their own: however many
 * they are, whoever is signed in is answered. They wait their turn at the portal's routes as well; people who are signed in do not.
 */
import { AsyncResource } from "node:async_hooks";
import type { EventEmitter } from "node:events";
import type { EdgeAnswer } from "./addresses.ts";
import { kindOf } from "#lib/boot/metrics/requests.ts";
import { TOO_BUSY, refuseForNow, type Asked } from "./refusal.ts";

type Crowd = "known" | "strangers";

/** About two seconds of pages on two cores, and one second more for strangers. */
export const PAGES_AT_ONCE_MAX: Readonly<Record<Crowd, number>> = { known: 100, strangers: 50 };

/** Enough to keep the process busy while some of them wait for the database. */
export const TURNS = 8;
export const STRANGERS_TURNS = TURNS / 4;
/**
 * So often at least one of them begins, however many people who are signed in wait: a busy portal keeps nobody from signing in. They begin
 * as they come only when for as long nobody who is signed in was being answered: in every short gap they would take the time that the next
 * page needs.
 */
export const STRANGER_BEGINS_MS = 200;
/** Whoever takes longer waits for a service, and must not keep others from what needs none. */
export const TURN_MS_MAX = 250;

/** A request, whatever it asks for. */
type Guest = {
  readonly path: string;
  /** The network that it came from. */
  readonly client: string;
  /** The session that it comes with, if that is known (lib/core/identity/known-sessions.ts): a client of its own, wherever it comes from. */
  readonly session: string | null;
};

const crowdOf = ({ session }: Guest): Crowd => (session === null ? "strangers" : "known");

/** The service bounds its callers itself; files of the pages cost next to nothing. */
function needsTurn(guest: Guest): boolean {
  const kind = kindOf(guest.path);
  return kind === "page" || (kind === "api" && crowdOf(guest) === "strangers");
}

/** Pages that have been admitted and are not answered yet, by client. */
const placesOf: Readonly<Record<Crowd, Map<string, number>>> = { known: new Map(), strangers: new Map() };
const placesTaken: Record<Crowd, number> = { known: 0, strangers: 0 };
/** How a request gives its place back; a second time does nothing. */
const givingBack = new WeakMap<EventEmitter, () => void>();

/**
 * Takes a place until `response` is closed, for a route until its turn is over: a route may be a long download, or wait for a file.
 * @returns the refusal where there is none: all are taken, and this client has its share of them. Null for what needs no turn.
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

/** By client; the one whose turn it is first. Each client's in the order in which they came. */
type Queue = Map<string, Set<() => void>>;

const turnsTaken: Record<Crowd, number> = { known: 0, strangers: 0 };
const queues: Readonly<Record<Crowd, Queue>> = { known: new Map(), strangers: new Map() };
/** When a stranger began, and when somebody who is signed in was last being answered. */
const lastMs = { strangerBegan: -Infinity, knownEnded: -Infinity };
/** Looks again at strangers who wait for time to pass. */
let waking: NodeJS.Timeout | null = null;

const isLongAgo = (ms: number): boolean => performance.now() - ms >= STRANGER_BEGINS_MS;

function isTurnFree(crowd: Crowd): boolean {
  if (turnsTaken.known + turnsTaken.strangers >= TURNS) return false;
  if (crowd === "known") return true;
  if (turnsTaken.strangers >= STRANGERS_TURNS) return false;
  // What a stranger asks for takes the same thread, and pages of people who are signed in would be late by it.
  const isQuiet = turnsTaken.known === 0 && queues.known.size === 0 && isLongAgo(lastMs.knownEnded);
  return isQuiet || isLongAgo(lastMs.strangerBegan);
}

/** Begins a page when it is its turn, and never when nobody waits for it any more; anything else at once. */
export function beginInTurn(guest: Guest, response: EventEmitter, begin: () => void): void {
  if (!needsTurn(guest)) {
    begin();
    return;
  }
  const crowd = crowdOf(guest);
  const client = guest.session ?? guest.client;
  // Whose turn ends must not lend its context to whoever comes next.
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

/** Turns end within a quarter of a second, so whoever waits for one is looked at as often. */
function passOn(crowd: Crowd): void {
  turnsTaken[crowd] -= 1;
  if (crowd === "known") lastMs.knownEnded = performance.now();
  beginWhoMay();
}

function beginWhoMay(): void {
  // A stranger first whose time has come: people who are signed in could take every turn.
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
  // Behind everybody else who waits.
  if (own.size > 0) waiting.set(client, own);
  return next;
}
