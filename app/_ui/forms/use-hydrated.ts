"use client";
import { useSyncExternalStore } from "react";

const subscribe = (): (() => void) => () => undefined;

/**
 * False until the page's script runs. A form that needs script keeps its button disabled until then, so that the browser never sends it
 * itself, with the input in the address.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
