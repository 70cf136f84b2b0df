"use client";
import { useCallback, useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/**
 * A choice stored on this machine, because it is the person's own and does not change what others see.
 * @param key in the browser's storage
 * @param otherwise until something is chosen, and in browsers without storage
 */
export function useKeptChoice<T extends string>(
  key: string,
  choices: readonly T[],
  otherwise: T,
): [T, (choice: T) => void] {
  const read = (): T => {
    try {
      const kept = window.localStorage.getItem(key);
      return choices.find((one) => one === kept) ?? otherwise;
    } catch {
      return otherwise;
    }
  };
  const chosen = useSyncExternalStore(subscribe, read, () => otherwise);
  const choose = useCallback(
    (next: T) => {
      try {
        window.localStorage.setItem(key, next);
      } catch {
        return;
      }
      for (const listener of listeners) listener();
    },
    [key],
  );
  return [chosen, choose];
}
