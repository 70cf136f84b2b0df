"use client";
import { useRefreshAgain } from "#app/_client/use-refresh-again.ts";

const MOVING_MS = 2_000;
const RESTING_MS = 30_000;

/** Refreshes a visible page: every two seconds while something on it moves, otherwise every half minute, for what Portico reads meanwhile. */
export function KeepFresh({ moves = true }: { moves?: boolean }): null {
  useRefreshAgain(moves ? MOVING_MS : RESTING_MS);
  return null;
}
