"use client";
import { useSyncExternalStore } from "react";

const subscribe = (): (() => void) => () => undefined;

/**
 * False until the page's script runs. A form that only script can send keeps its button disabled until then, so that the
 * browser never sends it by itself, with what was typed in the address.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
