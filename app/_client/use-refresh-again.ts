"use client";
import { useRouter } from "next/navigation";
import { useEffect, useTransition } from "react";

/**
 * Has the page made anew `pauseMs` after it was last made, for as long as `goesOn` and somebody looks at it. The next asking waits for the
 * one before: pages asked for faster than they are made push each other aside, and none of them is ever shown.
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
