"use client";
import { useRefreshAgain } from "#app/_client/use-refresh-again.ts";

const MOVING_MS = 2_000;
const RESTING_MS = 30_000;

/** Refreshes the page while somebody looks at it: often while something on it moves, else as often as what Portico reads may change it. */
export function KeepFresh({ moves = true }: { moves?: boolean }): null {
  useRefreshAgain(moves ? MOVING_MS : RESTING_MS);
  return null;
}
