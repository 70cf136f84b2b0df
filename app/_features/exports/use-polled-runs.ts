"use client";
import { useEffect, useMemo, useState } from "react";
import { askPortal } from "#app/_client/ask-portal.ts";
import type { ExportRunView } from "#lib/features/exports/schema.ts";
import { isActive } from "#lib/core/export-states.ts";

const LOOK_MS = 1_000;
const TROUBLE_MS = 5_000;

/**
 * The runs as they are now: those that are under way are asked for once a second, until all have ended. What the server gives anew
 * replaces what was asked for.
 */
export function usePolledRuns(given: readonly ExportRunView[]): {
  runs: ExportRunView[];
  trouble: string | null;
} {
  const [newer, setNewer] = useState<{ of: readonly ExportRunView[]; runs: Map<string, ExportRunView> }>({
    of: given,
    runs: new Map(),
  });
  const [trouble, setTrouble] = useState<string | null>(null);
  const runs = useMemo(
    () => given.map((run) => (newer.of === given ? (newer.runs.get(run.id) ?? run) : run)),
    [given, newer],
  );
  useEffect(() => {
    const active = runs.filter((run) => isActive(run.state));
    if (active.length === 0) return undefined;
    const stop = new AbortController();
    const look = async (): Promise<void> => {
      const answers = await Promise.all(
        active.map((run) => askPortal<ExportRunView>(`/api/exports/${run.id}`, stop.signal)),
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
