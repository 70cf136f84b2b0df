/** Counts the server process's answers and their durations, by kind of address. Must stay cheap: it is part of every request. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { oncePerProcess } from "#lib/core/once-per-process.ts";

/** The kind of an address, never the address itself, so that the number of series is limited. */
export type RequestKind = "page" | "api" | "service" | "static";

/** Upper bounds in seconds, counted Prometheus's way: each bucket includes all faster ones. */
export const BUCKETS_SECONDS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const;

export type KindCounts = {
  running: number;
  /** By class of status: "2xx"; "cut" when the answer was not completed. */
  answers: Map<string, number>;
  /** One per bucket, not cumulative yet. */
  buckets: number[];
  seconds: number;
};

type Counted = { kinds: Map<RequestKind, KindCounts>; delay: ReturnType<typeof monitorEventLoopDelay> };

/** Counts from the first call on. */
export function getRequestCounts(): Counted {
  return oncePerProcess("request counts", begin);
}

function begin(): Counted {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  return { kinds: new Map(), delay };
}

/** Records the start of a request; the returned function records its end. */
export function beginRequest(path: string): (status: number, isComplete: boolean) => void {
  const counts = countsOf(kindOf(path));
  const startMs = performance.now();
  counts.running += 1;
  return (status, isComplete) => {
    const seconds = (performance.now() - startMs) / 1000;
    const outcome = isComplete ? `${String(Math.floor(status / 100))}xx` : "cut";
    counts.running -= 1;
    counts.seconds += seconds;
    counts.answers.set(outcome, (counts.answers.get(outcome) ?? 0) + 1);
    const found = BUCKETS_SECONDS.findIndex((bound) => seconds <= bound);
    const bucket = found < 0 ? BUCKETS_SECONDS.length : found;
    counts.buckets[bucket] = (counts.buckets[bucket] ?? 0) + 1;
  };
}

/** The kind of an address, from its beginning. */
export function kindOf(path: string): RequestKind {
  if (path.startsWith("/service/")) return "service";
  if (path.startsWith("/api/")) return "api";
  return path.startsWith("/_next/") ? "static" : "page";
}

function countsOf(kind: RequestKind): KindCounts {
  const { kinds } = getRequestCounts();
  const known = kinds.get(kind);
  if (known !== undefined) return known;
  const buckets = Array.from({ length: BUCKETS_SECONDS.length + 1 }, () => 0);
  const counts: KindCounts = { running: 0, answers: new Map(), buckets, seconds: 0 };
  kinds.set(kind, counts);
  return counts;
}
