"use client";
import { useRefreshAgain } from "#app/_client/use-refresh-again.ts";

const LOOK_MS = 2_000;

/** Has the page made anew while something on it moves by itself. */
export function KeepFresh(): null {
  useRefreshAgain(LOOK_MS);
  return null;
}
