"use client";
import { useRefreshAgain } from "#app/_client/use-refresh-again.ts";

const LOOK_MS = 2_000;

/** Refreshes the page while something on it changes without action. */
export function KeepFresh(): null {
  useRefreshAgain(LOOK_MS);
  return null;
}
