"use client";
import { useEffect, useRef } from "react";
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
  setFind: (open: boolean) => void;
  doShortcut: (shortcut: Shortcut) => void;
};

/** Listens for Ctrl/⌘ K, which opens and closes the search, and for the keys without a modifier. */
export function useShortcuts(given: Given): void {
  const latest = useRef(given);
  useEffect(() => {
    latest.current = given;
  }, [given]);
  useEffect(() => {
    let before: { key: string; atMs: number } | null = null;
    const onKey = (event: KeyboardEvent): void => {
      const { isFindOpen, setFind, doShortcut } = latest.current;
      if (isFindKey(event)) {
        event.preventDefault();
        if (isFindOpen || !isDialogOpen()) setFind(!isFindOpen);
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
}

function isFindKey(event: KeyboardEvent): boolean {
  const isHeld = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  return isHeld && event.key.toLowerCase() === "k";
}
