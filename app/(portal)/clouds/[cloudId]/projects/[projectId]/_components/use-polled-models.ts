"use client";
import { useCallback, useEffect, useState } from "react";
import type { ModelsOnPage } from "./project-models.tsx";

const CHANGING_MS = 1500;
const TROUBLE_MS = 8000;

/** Asks for the models again while one of them is being processed and the page is looked at; never two questions at once. */
export function usePolledModels(
  projectId: string,
  initial: ModelsOnPage,
): { list: ModelsOnPage; trouble: string | null; refresh: () => void } {
  const [list, setList] = useState(initial);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const refresh = useCallback(() => {
    setList((current) => ({ ...current, isChanging: true }));
    setRound((n) => n + 1);
  }, []);
  useEffect(() => {
    if (!list.isChanging) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(
      () => {
        void ask(projectId, stop.signal).then((answer) => {
          if (stop.signal.aborted) return;
          setTrouble(answer.ok ? null : answer.message);
          if (answer.ok) setList(answer.list);
          setRound((n) => n + 1);
        });
      },
      document.hidden || trouble !== null ? TROUBLE_MS : CHANGING_MS,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [projectId, list.isChanging, trouble, round]);
  return { list, trouble, refresh };
}

type Answer = { ok: true; list: ModelsOnPage } | { ok: false; message: string };

async function ask(projectId: string, signal: AbortSignal): Promise<Answer> {
  try {
    const response = await fetch(`/api/projects/${projectId}/models`, { signal, cache: "no-store" });
    if (response.ok) return { ok: true, list: (await response.json()) as ModelsOnPage };
    if (response.status === 401)
      return { ok: false, message: "You are signed out: sign in again to see them." };
    const body = (await response.json()) as { error?: { message?: string } };
    return { ok: false, message: body.error?.message ?? `Portico answered ${String(response.status)}.` };
  } catch {
    return { ok: false, message: "Portico does not answer." };
  }
}
