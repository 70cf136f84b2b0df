"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { writeModelQuery, type ModelListQuery } from "#lib/features/models/list-query.ts";
import type { DismissedModel, ModelsPage } from "#lib/features/models/schema.ts";

const CHANGING_MS = 1500;
const TROUBLE_MS = 8000;

/**
 * Asks for the page of models again while one of the project is being processed and the page is looked at; never two questions at once. What
 * the server gives anew replaces what was asked for.
 */
export function usePolledModels(
  projectId: string,
  query: ModelListQuery,
  initial: ModelsPage,
): {
  list: ModelsPage;
  trouble: string | null;
  refresh: () => void;
  /** What was just done to a mark, shown before the list is asked for anew. */
  markDismissed: (modelId: number, dismissed: DismissedModel | null) => void;
} {
  const client = useQueryClient();
  const words = writeModelQuery(query, { after: query.after });
  const path = `/api/projects/${projectId}/models/page${words}` as const;
  const { data: list, error } = useQuery<ModelsPage>({
    queryKey: [path],
    initialData: initial,
    staleTime: Infinity,
    refetchInterval: ({ state: { data = initial, error: refusal } }) =>
      data.isChanging && (refusal === null && data.trouble === null ? CHANGING_MS : TROUBLE_MS),
  });
  useEffect(() => {
    client.setQueryData([path], initial);
  }, [client, path, initial]);
  /** Shown at once; an answer that was under way knows nothing of it. */
  const change = useCallback(
    async (next: (now: ModelsPage) => ModelsPage): Promise<void> => {
      await client.cancelQueries({ queryKey: [path] });
      client.setQueryData<ModelsPage>([path], (now) => now && { ...next(now), isChanging: true });
    },
    [client, path],
  );
  const refresh = useCallback(() => void change((now) => now), [change]);
  const markDismissed = useCallback(
    (modelId: number, mark: DismissedModel | null) =>
      void change((now) => {
        const others = now.dismissed.filter((other) => other.modelId !== modelId);
        // Where only others are shown it goes out of view.
        const rows = now.rows.filter((row) => row.modelId !== modelId);
        return { ...now, rows, dismissed: mark === null ? others : [...others, mark] };
      }),
    [change],
  );
  return { list, trouble: error?.message ?? null, refresh, markDismissed };
}
