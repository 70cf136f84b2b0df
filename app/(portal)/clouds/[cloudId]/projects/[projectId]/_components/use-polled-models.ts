"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { writeModelQuery, type ModelListQuery } from "#lib/features/models/list-query.ts";
import type { DismissedModel } from "#lib/features/models/schema.ts";
import type { ModelsPage } from "#lib/features/models/list/listing.ts";

const CHANGING_MS = 1500;
const TROUBLE_MS = 8000;

/**
 * Polls the page of models while one of the project is being processed and the page is visible; one request at a time. New data from the
 * server replaces polled data.
 */
export function usePolledModels(
  projectId: string,
  query: ModelListQuery,
  initial: ModelsPage,
): {
  list: ModelsPage;
  trouble: string | null;
  refresh: () => void;
  /** Shows a changed mark before the list is read again. */
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
  /** Shown at once; an answer already requested does not contain the change. */
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
        // Where the filter excludes it, the model disappears.
        const rows = now.rows.filter((row) => row.modelId !== modelId);
        return { ...now, rows, dismissed: mark === null ? others : [...others, mark] };
      }),
    [change],
  );
  return { list, trouble: error?.message ?? null, refresh, markDismissed };
}
