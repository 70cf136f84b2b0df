"use client";
import { useCallback, useSyncExternalStore } from "react";
import { DENSITIES, type Density } from "./table-tools.tsx";

const KEY = "portico.row-height";
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

function read(): Density {
  try {
    const kept = window.localStorage.getItem(KEY);
    return DENSITIES.find((one) => one === kept) ?? "default";
  } catch {
    // A browser that keeps nothing has the usual height.
    return "default";
  }
}

/** The row height that a person chose on this machine; remembered, because it is theirs and no part of a shared view. */
export function useDensity(): [Density, (density: Density) => void] {
  const density = useSyncExternalStore(subscribe, read, () => "default" as const);
  const choose = useCallback((next: Density) => {
    try {
      window.localStorage.setItem(KEY, next);
    } catch {
      return;
    }
    for (const listener of listeners) listener();
  }, []);
  return [density, choose];
}
