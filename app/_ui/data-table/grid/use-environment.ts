"use client";
import { useCallback, useSyncExternalStore } from "react";

const never = (): (() => void) => () => undefined;

/** False on the server and in the first paint of the browser: what needs measures or inline positions waits for true. */
export function useMounted(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** Whether a media query holds; false on the server. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}

/** How much larger than usual the person has set text: 1 at 16 px. Sizes in pixels are multiplied by it. */
export function useTextScale(): number {
  return useSyncExternalStore(
    never,
    () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16,
    () => 1,
  );
}
