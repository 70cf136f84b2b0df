"use client";
import { useEffect, useRef, useState } from "react";
import { askPortal } from "#app/_client/ask-portal.ts";
import type { Work, WorkItem } from "#lib/features/work/schema.ts";
import { listNews } from "./news.ts";

const BUSY_MS = 3_000;
const IDLE_MS = 15_000;
const TROUBLE_MS = 30_000;
/** After another page came, or the window was looked at again: something may just have been started. */
const SOON_MS = 700;

/**
 * What the person has running in the background: one question for all of it, every 3 s while something runs and every 15 s else, none
 * while the window is hidden or after the session's end. `onNews` gets what has ended, or come to a stop, since the look before.
 */
export function useWork(
  pathname: string,
  onNews: (item: WorkItem) => void,
): { items: readonly WorkItem[]; trouble: string | null } {
  const [known, setKnown] = useState<{ items: readonly WorkItem[]; trouble: string | null }>({
    items: [],
    trouble: null,
  });
  const tell = useRef(onNews);
  useEffect(() => {
    tell.current = onNews;
  }, [onNews]);
  const lookSoon = useRef<() => void>(() => undefined);
  useEffect(() => {
    const stop = new AbortController();
    let before: readonly WorkItem[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    let isAsking = false;
    const plan = (waitMs: number): void => {
      clearTimeout(timer);
      if (!isOver && !isAsking && !document.hidden) timer = setTimeout(() => void look(), waitMs);
    };
    const look = async (): Promise<void> => {
      isAsking = true;
      const answer = await askPortal<Work>("/api/work", stop.signal);
      isAsking = false;
      if (stop.signal.aborted) return;
      if (!answer.ok) {
        isOver = answer.status === 401;
        setKnown((last) => ({ ...last, trouble: answer.message }));
        plan(TROUBLE_MS);
        return;
      }
      const { items } = answer.value;
      for (const item of listNews(before, items)) tell.current(item);
      before = items;
      setKnown({ items, trouble: null });
      plan(items.some((item) => item.isRunning && item.tone !== "warn") ? BUSY_MS : IDLE_MS);
    };
    const wake = (): void => plan(SOON_MS);
    lookSoon.current = wake;
    document.addEventListener("visibilitychange", wake);
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop.abort();
      document.removeEventListener("visibilitychange", wake);
    };
  }, []);
  useEffect(() => {
    lookSoon.current();
  }, [pathname]);
  return known;
}
