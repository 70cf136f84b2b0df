"use client";
import { useCallback, useSyncExternalStore } from "react";

const never = (): (() => void) => () => undefined;

/** False on the server and in the browser's first paint: measurements and inline positions wait for true. */
export function useMounted(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** Whether a media query matches; false on the server. */
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

/** The person's text size relative to normal: 1 at 16 px. Pixel sizes are multiplied by it. */
export function useTextScale(): number {
  return useSyncExternalStore(
    never,
    () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16,
    () => 1,
  );
}
