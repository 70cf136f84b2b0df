"use client";
import { useEffect, useSyncExternalStore } from "react";
import { allTexts } from "./all-texts.ts";

const SIGNS = ["pointermove", "pointerdown", "keydown"] as const;

let isStirred = false;
const waiting = new Set<() => void>();

function stir(): void {
  isStirred = true;
  for (const sign of SIGNS) window.removeEventListener(sign, stir, true);
  for (const act of waiting) act();
  waiting.clear();
}

if (typeof window !== "undefined")
  for (const sign of SIGNS) window.addEventListener(sign, stir, { capture: true, passive: true });

/** Runs `act` at the first sign that somebody is at the page: a pointer or a key. At once after it. Returns how to withdraw it. */
export function atFirstSign(act: () => void): () => void {
  if (isStirred) act();
  else waiting.add(act);
  return () => void waiting.delete(act);
}

/** Code that comes after the page. */
export type Late<Module> = {
  /** Loads it, unless it is here. What fails to load is requested again by the next call. */
  hurry: () => void;
  /** null until it is here. */
  read: () => Module | null;
  subscribe: (listener: () => void) => () => void;
};

/**
 * Code that nothing needs before somebody does something: `late(async () => import("./made-menu.tsx"))`. It is loaded at the first sign of
 * activity, so that it is mostly here before it is used, and of the same build as the page, even if the portal is upgraded meanwhile. Its texts come
 * with it.
 */
export function late<Module>(load: () => Promise<Module>): Late<Module> {
  let here: Module | null = null;
  const listeners = new Set<() => void>();
  const hurry = (): void => {
    if (here !== null) return;
    Promise.all([load(), allTexts()]).then(
      ([loaded]) => {
        here = loaded;
        for (const listener of listeners) listener();
      },
      () => undefined,
    );
  };
  if (typeof window !== "undefined") atFirstSign(hurry);
  return {
    hurry,
    read: () => here,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/**
 * The code, once it is `wanted` and here; null until then. Unlike a lazy component it never shows a fallback in between: React would keep
 * that for 300 ms.
 */
export function useLate<Module>(of: Late<Module>, wanted: boolean): Module | null {
  const here = useSyncExternalStore(of.subscribe, () => (wanted ? of.read() : null), readNothing);
  const isMissing = wanted && here === null;
  useEffect(() => {
    if (isMissing) of.hurry();
  }, [of, isMissing]);
  return here;
}

/** The code if it is here; never asks for it. */
export function useHere<Module>(of: Late<Module>): Module | null {
  return useSyncExternalStore(of.subscribe, of.read, readNothing);
}

const readNothing = (): null => null;
