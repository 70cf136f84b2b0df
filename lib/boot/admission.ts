/**
 * Keeps a burst from becoming a jam. A few pages are begun at a time and the others wait their turn, because pages that are all made at
 * once are all ready late; and when more wait than can be ready within a few seconds, further ones are told to come back. Refused is
 * only what has not begun, so nothing is half done. Clients take turns, and each has its share of the places: many requests of one keep
 * nobody else waiting.
 */
import { AsyncResource } from "node:async_hooks";
import type { EventEmitter } from "node:events";
import type { EdgeAnswer } from "./edge.ts";
import { kindOf } from "./metrics/requests.ts";
import { TOO_BUSY, refuseForNow, type Asked } from "./refusal.ts";

/** About two seconds of pages on two cores. */
export const PAGES_AT_ONCE_MAX = 100;

/** Enough to keep the process busy while some of them wait for the database. */
export const TURNS = 8;
/** Whoever takes longer waits for a service, and must not keep others from what needs none. */
export const TURN_MS_MAX = 250;

/** A request for a page, or for something else that needs neither place nor turn. `client`: the network that it came from. */
type Guest = { readonly path: string; readonly client: string };

/** Pages that have been admitted and are not answered yet, by client. */
const places = new Map<string, number>();
let placesTaken = 0;

/**
 * Takes a place for a page until `response` is closed.
 * @returns the refusal where there is none: all are taken, and this client has its share of them. Null for everything but pages.
 */
export function refuseWhenBusy(asked: Asked & Guest, response: EventEmitter): EdgeAnswer | null {
  if (kindOf(asked.path) !== "page") return null;
  const { client } = asked;
  const own = (places.get(client) ?? 0) + 1;
  const clients = places.size + (own === 1 ? 1 : 0);
  if (placesTaken >= PAGES_AT_ONCE_MAX && own > PAGES_AT_ONCE_MAX / clients)
    return refuseForNow(TOO_BUSY, asked);
  places.set(client, own);
  placesTaken += 1;
  response.once("close", () => {
    const left = (places.get(client) ?? 1) - 1;
    if (left === 0) places.delete(client);
    else places.set(client, left);
    placesTaken -= 1;
  });
  return null;
}

let turnsTaken = 0;
/** By client; the one whose turn it is first. Each client's in the order in which they came. */
const waiting = new Map<string, Set<() => void>>();

/** Begins a page when it is its turn, and never when nobody waits for it any more; anything else at once. */
export function beginInTurn({ path, client }: Guest, response: EventEmitter, begin: () => void): void {
  if (kindOf(path) !== "page") {
    begin();
    return;
  }
  // Whose turn ends must not lend its context to whoever comes next.
  const take = AsyncResource.bind(() => {
    turnsTaken += 1;
    const timer = setTimeout(end, TURN_MS_MAX);
    let hasTurn = true;
    function end(): void {
      clearTimeout(timer);
      if (hasTurn) passOn();
      hasTurn = false;
    }
    response.once("close", end);
    begin();
  });
  if (turnsTaken < TURNS) {
    take();
    return;
  }
  const own = waiting.get(client) ?? new Set();
  waiting.set(client, own.add(take));
  response.once("close", () => {
    own.delete(take);
    if (own.size === 0 && waiting.get(client) === own) waiting.delete(client);
  });
}

function passOn(): void {
  turnsTaken -= 1;
  const [first] = waiting;
  if (first === undefined) return;
  const [client, own] = first;
  const [next] = own;
  waiting.delete(client);
  if (next === undefined) return;
  own.delete(next);
  // Behind everybody else who waits.
  if (own.size > 0) waiting.set(client, own);
  next();
}
