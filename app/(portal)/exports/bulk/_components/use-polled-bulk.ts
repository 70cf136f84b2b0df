"use client";
import { useEffect, useMemo, useState } from "react";
import { askPortal } from "#app/_client/ask-portal.ts";
import type { BulkRunView } from "#lib/features/exports/bulk-schema.ts";

const LOOK_MS = 1_500;
const TROUBLE_MS = 5_000;

/** Bulk runs as they are now: those under way are asked for again until all have ended. */
export function usePolledBulk(given: readonly BulkRunView[]): {
  runs: BulkRunView[];
  trouble: string | null;
} {
  const [newer, setNewer] = useState<{ of: readonly BulkRunView[]; runs: ReadonlyMap<string, BulkRunView> }>({
    of: given,
    runs: new Map(),
  });
  const [trouble, setTrouble] = useState<string | null>(null);
  const runs = useMemo(
    () => given.map((run) => (newer.of === given ? (newer.runs.get(run.id) ?? run) : run)),
    [given, newer],
  );
  useEffect(() => {
    const active = runs.filter(({ state }) => state === "running");
    if (active.length === 0) return undefined;
    const stop = new AbortController();
    const look = async (): Promise<void> => {
      const answers = await Promise.all(
        active.map(({ id }) => askPortal<BulkRunView>(`/api/exports/bulk/${id}`, stop.signal)),
      );
      if (stop.signal.aborted) return;
      const changed = new Map(runs.map((run) => [run.id, run]));
      for (const answer of answers) if (answer.ok) changed.set(answer.value.id, answer.value);
      setTrouble(answers.find((answer) => !answer.ok)?.message ?? null);
      setNewer({ of: given, runs: changed });
    };
    const timer = setTimeout(() => void look(), trouble === null ? LOOK_MS : TROUBLE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [runs, given, trouble]);
  return { runs, trouble };
}
