/**
 * Keeps a burst from becoming a jam. A few pages are begun at a time and the others wait their turn, because pages that are all made at
 * once are all ready late; and when more wait than can be ready within a few seconds, further ones are told to come back. Refused is
 * only what has not begun, so nothing is half done.
 */
import { AsyncResource } from "node:async_hooks";
import type { EventEmitter } from "node:events";
import type { IncomingHttpHeaders } from "node:http";
import type { EdgeAnswer } from "./edge.ts";
import { getRequestCounts, kindOf } from "./metrics/requests.ts";
import { TOO_BUSY, refuseForNow } from "./refusal.ts";

/** About two seconds of pages on two cores. */
export const PAGES_AT_ONCE_MAX = 100;

/** Enough to keep the process busy while some of them wait for the database. */
export const TURNS = 8;
/** Whoever takes longer waits for a service, and must not keep others from what needs none. */
export const TURN_MS_MAX = 250;

/** The refusal of a page when too many are being made, this one (which is counted already) included; null for all else. */
export function refuseWhenBusy(asked: {
  path: string;
  headers: IncomingHttpHeaders;
  nonce: string;
}): EdgeAnswer | null {
  const running = getRequestCounts().kinds.get("page")?.running ?? 0;
  return kindOf(asked.path) !== "page" || running <= PAGES_AT_ONCE_MAX ? null : refuseForNow(TOO_BUSY, asked);
}

let turnsTaken = 0;
/** In the order in which they came. */
const waiting = new Set<() => void>();

/** Begins a page when it is its turn, and never when nobody waits for it any more; anything else at once. */
export function beginInTurn(path: string, response: EventEmitter, begin: () => void): void {
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
  waiting.add(take);
  response.once("close", () => waiting.delete(take));
}

function passOn(): void {
  turnsTaken -= 1;
  const [next] = waiting;
  if (next === undefined) return;
  waiting.delete(next);
  next();
}
