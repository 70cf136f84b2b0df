"use client";
import { useRouter } from "next/navigation";
import { useEffect, useTransition } from "react";

/**
 * Refreshes the page `pauseMs` after the last refresh, while `goesOn` and the page is visible. Each refresh waits for the one before:
 * refreshes requested faster than they finish would cancel each other, so that none is ever shown.
 */
export function useRefreshAgain(pauseMs: number, goesOn = true): void {
  const router = useRouter();
  const [isRefreshing, startRefresh] = useTransition();
  useEffect(() => {
    if (!goesOn || isRefreshing) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) startRefresh(() => router.refresh());
    }, pauseMs);
    return () => clearInterval(timer);
  }, [goesOn, isRefreshing, pauseMs, router]);
}
