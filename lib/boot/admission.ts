/**
 * Keeps a burst from becoming a jam. A few pages are begun at a time and the others wait their turn, because pages that are all made at
 * once are all ready late; and when more wait than can be ready within a few seconds, further ones are told to come back. Refused is
 * only what has not begun, so nothing is half done. Clients take turns, and each has its share of the places: many requests of one keep
 * nobody else waiting. Strangers together have half of the turns at most, and places of their own: however many they are, whoever is
 * signed in is answered.
 */
import { AsyncResource } from "node:async_hooks";
import type { EventEmitter } from "node:events";
import type { EdgeAnswer } from "./edge.ts";
import { kindOf } from "./metrics/requests.ts";
import { TOO_BUSY, refuseForNow, type Asked } from "./refusal.ts";

type Crowd = "known" | "strangers";

/** About two seconds of pages on two cores, and one second more for strangers. */
export const PAGES_AT_ONCE_MAX: Readonly<Record<Crowd, number>> = { known: 100, strangers: 50 };

/** Enough to keep the process busy while some of them wait for the database. */
export const TURNS = 8;
export const STRANGERS_TURNS = TURNS / 2;
/** Whoever takes longer waits for a service, and must not keep others from what needs none. */
export const TURN_MS_MAX = 250;

/** A request for a page, or for something else that needs neither place nor turn. */
type Guest = {
  readonly path: string;
  /** The network that it came from. */
  readonly client: string;
  /** The session that it comes with, if that is known (lib/core/known-sessions.ts): a client of its own, wherever it comes from. */
  readonly session: string | null;
};

const crowdOf = ({ session }: Guest): Crowd => (session === null ? "strangers" : "known");

/** Pages that have been admitted and are not answered yet, by client. */
const placesOf: Readonly<Record<Crowd, Map<string, number>>> = { known: new Map(), strangers: new Map() };
const placesTaken: Record<Crowd, number> = { known: 0, strangers: 0 };

/**
 * Takes a place for a page until `response` is closed.
 * @returns the refusal where there is none: all are taken, and this client has its share of them. Null for everything but pages.
 */
export function refuseWhenBusy(asked: Asked & Guest, response: EventEmitter): EdgeAnswer | null {
  if (kindOf(asked.path) !== "page") return null;
  const crowd = crowdOf(asked);
  const places = placesOf[crowd];
  const client = asked.session ?? asked.client;
  const own = (places.get(client) ?? 0) + 1;
  const clients = places.size + (own === 1 ? 1 : 0);
  const max = PAGES_AT_ONCE_MAX[crowd];
  if (placesTaken[crowd] >= max && own > max / clients) return refuseForNow(TOO_BUSY, asked);
  places.set(client, own);
  placesTaken[crowd] += 1;
  response.once("close", () => {
    const left = (places.get(client) ?? 1) - 1;
    if (left === 0) places.delete(client);
    else places.set(client, left);
    placesTaken[crowd] -= 1;
  });
  return null;
}

/** By client; the one whose turn it is first. Each client's in the order in which they came. */
type Queue = Map<string, Set<() => void>>;

const turnsTaken: Record<Crowd, number> = { known: 0, strangers: 0 };
const queues: Readonly<Record<Crowd, Queue>> = { known: new Map(), strangers: new Map() };
/** Whose turn it was when last somebody had waited. */
let lastCrowd: Crowd = "strangers";

function isTurnFree(crowd: Crowd): boolean {
  if (turnsTaken.known + turnsTaken.strangers >= TURNS) return false;
  return crowd === "known" || turnsTaken.strangers < STRANGERS_TURNS;
}

/** Begins a page when it is its turn, and never when nobody waits for it any more; anything else at once. */
export function beginInTurn(guest: Guest, response: EventEmitter, begin: () => void): void {
  if (kindOf(guest.path) !== "page") {
    begin();
    return;
  }
  const crowd = crowdOf(guest);
  const client = guest.session ?? guest.client;
  // Whose turn ends must not lend its context to whoever comes next.
  const take = AsyncResource.bind(() => {
    turnsTaken[crowd] += 1;
    const timer = setTimeout(end, TURN_MS_MAX);
    let hasTurn = true;
    function end(): void {
      clearTimeout(timer);
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
  response.once("close", () => {
    own.delete(take);
    if (own.size === 0 && waiting.get(client) === own) waiting.delete(client);
  });
}

/** By turns, where people and strangers wait. */
function passOn(crowd: Crowd): void {
  turnsTaken[crowd] -= 1;
  const order: readonly Crowd[] = lastCrowd === "known" ? ["strangers", "known"] : ["known", "strangers"];
  for (const each of order) {
    const next = isTurnFree(each) ? takeNext(queues[each]) : null;
    if (next === null) continue;
    lastCrowd = each;
    next();
    return;
  }
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
