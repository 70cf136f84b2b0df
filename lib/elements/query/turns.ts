/*
 * Long loops over rows in pieces, so that other requests get their turn in between, and queries of callers who left end early.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { throwIfCancelled } from "../errors.ts";

/** Longest stretch of work before others get their turn. */
const TURN_MS = 12;
/** Items in one piece: a few milliseconds of work. */
const PIECE = 65_536;

/**
 * Calls `work` for pieces of 0 … count in order.
 * @throws ElementsError CANCELLED
 */
export async function inTurns(
  count: number,
  signal: AbortSignal | undefined,
  work: (from: number, to: number) => void,
): Promise<void> {
  let turnAt = performance.now();
  for (let from = 0; from < count; from += PIECE) {
    work(from, Math.min(count, from + PIECE));
    if (performance.now() - turnAt < TURN_MS) continue;
    await nextTurn();
    throwIfCancelled(signal);
    turnAt = performance.now();
  }
}
