"use client";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import type { Work, WorkItem } from "#lib/features/work/schema.ts";
import { goesOn, listNews } from "./news.ts";

const BUSY_MS = 3_000;
const IDLE_MS = 15_000;
const TROUBLE_MS = 30_000;
/** After a page change: something may just have been started. */
const SOON_MS = 700;
const NOTHING: Work = { items: [] };

/**
 * The person's background work: one request for everything, every 3 s while something runs and every 15 s otherwise; none while the window
 * is hidden or after the session has ended. `onNews` gets work that has ended or stopped since the last look.
 */
export function useWork(
  pathname: string,
  onNews: (item: WorkItem) => void,
): { items: readonly WorkItem[]; trouble: string | null } {
  const { data, error, refetch } = useQuery<Work>({
    queryKey: ["/api/work"],
    initialData: NOTHING,
    // The page comes first: background work is requested after it is shown.
    refetchOnMount: false,
    refetchOnWindowFocus: ({ state }) => state.error?.status !== 401,
    refetchInterval: ({ state }) => {
      if (state.error !== null) return state.error.status !== 401 && TROUBLE_MS;
      return state.data?.items.some(goesOn) === true ? BUSY_MS : IDLE_MS;
    },
  });
  const isOver = error?.status === 401;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setTimeout(() => {
      if (!document.hidden) void refetch({ cancelRefetch: false });
    }, SOON_MS);
    return () => clearTimeout(timer);
  }, [pathname, isOver, refetch]);
  const before = useRef(NOTHING.items);
  useEffect(() => {
    for (const item of listNews(before.current, data.items)) onNews(item);
    before.current = data.items;
  }, [data, onNews]);
  return useMemo(() => ({ items: data.items, trouble: error?.message ?? null }), [data, error]);
}
