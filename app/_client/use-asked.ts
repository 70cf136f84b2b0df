"use client";
import { useEffect, useState } from "react";
import { askPortal } from "./ask-portal.ts";

const TYPING_MS = 150;

type Answered<T> = { value: T | null; trouble: string | null; isPending: boolean };
type Known<T> = { path: string; value: T | null; trouble: string | null };

/**
 * What a route of the portal answers to `path`, asked again whenever it changes: shortly after the last keystroke, and a question that was
 * overtaken is cancelled. Until the next answer the last one stays, so that a list does not flicker. Null asks nothing.
 */
export function useAsked<T>(path: `/api/${string}` | null): Answered<T> {
  const [known, setKnown] = useState<Known<T> | null>(null);
  useEffect(() => {
    if (path === null) return undefined;
    const stop = new AbortController();
    const ask = async (): Promise<void> => {
      const answer = await askPortal<T>(path, stop.signal);
      if (stop.signal.aborted) return;
      setKnown(
        answer.ok
          ? { path, value: answer.value, trouble: null }
          : { path, value: null, trouble: answer.message },
      );
    };
    const timer = setTimeout(() => void ask(), TYPING_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [path]);
  if (path === null) return { value: null, trouble: null, isPending: false };
  return {
    value: known?.value ?? null,
    trouble: known?.trouble ?? null,
    isPending: known?.path !== path,
  };
}
