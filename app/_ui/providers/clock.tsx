"use client";
import { createContext, startTransition, useContext, useEffect, useState, type ReactNode } from "react";

const TICK_MS = 20_000;

const ClockContext = createContext<number | null>(null);

/**
 * One clock for all relative times of the page. It starts with the server's time, so that the first paint of server and browser is
 * identical, and ticks afterwards.
 */
export function ClockProvider({ startMs, children }: { startMs: number; children: ReactNode }): ReactNode {
  const [nowMs, setNowMs] = useState(startMs);
  useEffect(() => {
    // Not at once: when a context's value changes, React discards the part of the page that is still arriving and renders it again.
    const read = (): void => startTransition(() => setNowMs(Date.now()));
    const timer = setInterval(read, TICK_MS);
    document.addEventListener("visibilitychange", read);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", read);
    };
  }, []);
  return <ClockContext value={nowMs}>{children}</ClockContext>;
}

/** The page's current time in milliseconds since 1970. @throws Error outside a ClockProvider. */
export function useNowMs(): number {
  const nowMs = useContext(ClockContext);
  if (nowMs === null) throw new Error("useNowMs needs the ClockProvider of the root layout around it.");
  return nowMs;
}
