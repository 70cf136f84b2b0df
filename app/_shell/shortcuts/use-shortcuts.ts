"use client";
import { useCallback, useEffect, useRef, type RefObject } from "react";
import {
  areSingleKeysOn,
  isDialogOpen,
  isForShortcuts,
  readKey,
  SEQUENCE_MS,
  type Shortcut,
} from "./shortcuts.ts";

type Given = {
  isFindOpen: boolean;
  /** A dialog was asked for and is not here yet. */
  isAwaited: boolean;
  setFind: (open: boolean) => void;
  doShortcut: (shortcut: Shortcut) => void;
};

/**
 * Listens for Ctrl/⌘ K, which opens and closes the search, and for the keys without a modifier. Returns a function that hands over, once,
 * what was typed while the search was awaited.
 */
export function useShortcuts(given: Given): () => string {
  const latest = useRef(given);
  const ahead = useRef("");
  useEffect(() => {
    latest.current = given;
  }, [given]);
  useEffect(() => {
    let before: { key: string; atMs: number } | null = null;
    const onKey = (event: KeyboardEvent): void => {
      const { isFindOpen, isAwaited, setFind, doShortcut } = latest.current;
      if (isFindKey(event)) {
        event.preventDefault();
        ahead.current = "";
        if (isFindOpen || !isDialogOpen()) setFind(!isFindOpen);
        return;
      }
      if (isAwaited) {
        if (event.key === "Escape") setFind(false);
        else if (isFindOpen && typeAhead(event, ahead)) event.preventDefault();
        return;
      }
      if (["Shift", "AltGraph", "CapsLock"].includes(event.key)) return;
      if (!isForShortcuts(event) || !areSingleKeysOn()) {
        before = null;
        return;
      }
      const isSequence = before !== null && event.timeStamp - before.atMs < SEQUENCE_MS;
      const found = readKey(event.key, isSequence ? (before?.key ?? null) : null);
      before = found === "more" ? { key: event.key, atMs: event.timeStamp } : null;
      if (found === null || found === "more") return;
      event.preventDefault();
      doShortcut(found);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return useCallback(() => {
    const typed = ahead.current;
    ahead.current = "";
    return typed;
  }, []);
}

/** Keeps what is typed for the search that is still on its way. */
function typeAhead(event: KeyboardEvent, ahead: RefObject<string>): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
  if (event.key === "Backspace") ahead.current = ahead.current.slice(0, -1);
  else if (event.key.length === 1) ahead.current += event.key;
  else return false;
  return true;
}

function isFindKey(event: KeyboardEvent): boolean {
  const isHeld = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  return isHeld && event.key.toLowerCase() === "k";
}
