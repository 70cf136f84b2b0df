"use client";
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { allTexts } from "./all-texts.ts";

const SIGNS = ["pointermove", "pointerdown", "keydown"] as const;

let isActive = false;
const waiting = new Set<() => void>();

function noteActivity(): void {
  isActive = true;
  for (const sign of SIGNS) window.removeEventListener(sign, noteActivity, true);
  for (const act of waiting) act();
  waiting.clear();
}

if (typeof window !== "undefined")
  for (const sign of SIGNS) window.addEventListener(sign, noteActivity, { capture: true, passive: true });

/** Runs `act` at the first sign that somebody is at the page: a pointer or a key. At once after it. Returns how to withdraw it. */
export function atFirstSign(act: () => void): () => void {
  if (isActive) act();
  else waiting.add(act);
  return () => void waiting.delete(act);
}

/** Code that comes after the page. */
export type Late<Module> = {
  /** Loads it, unless it is here, and tells whether it is here then. What fails to load is requested again by the next call. */
  fetch: () => Promise<boolean>;
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
  let loading: Promise<boolean> | null = null;
  const listeners = new Set<() => void>();
  const fetch = (): Promise<boolean> => {
    loading ??= Promise.all([load(), allTexts()]).then(
      ([loaded]) => {
        here = loaded;
        for (const listener of listeners) listener();
        noteMissing(code, false);
        return true;
      },
      (thrown: unknown) => {
        loading = null;
        // The page says only that something is missing; the browser's console says what and why.
        reportError(thrown);
        return false;
      },
    );
    return loading;
  };
  const code: Late<Module> = {
    fetch,
    read: () => here,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  if (typeof window !== "undefined") atFirstSign(() => void fetch());
  return code;
}

/**
 * The code, once it is `wanted` and here; null until then. Unlike a lazy component it never shows a fallback in between: React would keep
 * that for 300 ms. If it cannot be loaded, the page says so, and `giveUp` must end the wish: the next press then asks for it again.
 */
export function useLate<Module>(of: Late<Module>, wanted: boolean, giveUp?: () => void): Module | null {
  const here = useSyncExternalStore(of.subscribe, () => (wanted ? of.read() : null), readNothing);
  const isMissing = wanted && here === null;
  const fail = useEffectEvent(() => {
    noteMissing(of, true);
    giveUp?.();
  });
  useEffect(() => {
    if (!isMissing) return undefined;
    let isAwaited = true;
    void of.fetch().then((isHere) => {
      if (!isHere && isAwaited) fail();
    });
    return () => {
      isAwaited = false;
    };
  }, [of, isMissing]);
  return here;
}

/** The code if it is here; never asks for it. */
export function useHere<Module>(of: Late<Module>): Module | null {
  return useSyncExternalStore(of.subscribe, of.read, readNothing);
}

const readNothing = (): null => null;

/** What somebody asked for and could not be loaded. Other code that comes takes nothing away from it. */
const missing = new Set<Late<unknown>>();
const troubleListeners = new Set<() => void>();

function noteMissing(of: Late<unknown>, isMissing: boolean): void {
  if (isMissing) missing.add(of);
  else missing.delete(of);
  for (const listener of troubleListeners) listener();
}

/** Whether code that somebody asked for could not be loaded and is not here yet. */
export function useTrouble(): boolean {
  return useSyncExternalStore(listenToTrouble, readTrouble, readNoTrouble);
}

function listenToTrouble(listener: () => void): () => void {
  troubleListeners.add(listener);
  return () => void troubleListeners.delete(listener);
}

const readTrouble = (): boolean => missing.size > 0;
const readNoTrouble = (): boolean => false;
