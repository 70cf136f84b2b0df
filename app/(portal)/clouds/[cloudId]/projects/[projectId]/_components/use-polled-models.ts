"use client";
import { useCallback, useEffect, useState } from "react";
import { askPortal } from "#app/_client/ask-portal.ts";
import type { DismissedModel, ModelsShown } from "#lib/features/models/schema.ts";

/** The list as it travels to the browser. */
export type ModelsOnPage = Omit<ModelsShown, "readAt"> & { readAt: string };

const CHANGING_MS = 1500;
const TROUBLE_MS = 8000;

/** Asks for the models again while one of them is being processed and the page is looked at; never two questions at once. */
export function usePolledModels(
  projectId: string,
  initial: ModelsOnPage,
): {
  list: ModelsOnPage;
  trouble: string | null;
  refresh: () => void;
  /** What was just done to a mark, shown before the list is asked for anew. */
  markDismissed: (modelId: number, dismissed: DismissedModel | null) => void;
} {
  const [list, setList] = useState(initial);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const refresh = useCallback(() => {
    setList((current) => ({ ...current, isChanging: true }));
    setRound((n) => n + 1);
  }, []);
  const markDismissed = useCallback(
    (modelId: number, mark: DismissedModel | null) => {
      setList((current) => {
        const others = current.dismissed.filter((other) => other.modelId !== modelId);
        return { ...current, dismissed: mark === null ? others : [...others, mark] };
      });
      refresh();
    },
    [refresh],
  );
  useEffect(() => {
    if (!list.isChanging) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(
      () => {
        void askPortal<ModelsOnPage>(`/api/projects/${projectId}/models`, stop.signal).then((answer) => {
          if (stop.signal.aborted) return;
          setTrouble(answer.ok ? null : answer.message);
          if (answer.ok) setList(answer.value);
          setRound((n) => n + 1);
        });
      },
      document.hidden || trouble !== null || list.trouble !== null ? TROUBLE_MS : CHANGING_MS,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [projectId, list.isChanging, list.trouble, trouble, round]);
  return { list, trouble, refresh, markDismissed };
}
