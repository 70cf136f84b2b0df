"use client";
import { useQueries, useQueryClient, type UseQueryOptions } from "@tanstack/react-query";
import { useEffect } from "react";
import type { PortalPath } from "./ask-portal.ts";

const TROUBLE_MS = 5_000;

/**
 * The current state of things: running ones are polled until all have ended, in hidden windows too, because people may wait there for the
 * end. New data from the server replaces polled data.
 * @param how keep it the same between renders
 */
export function usePolled<T extends { id: string }>(
  given: readonly T[],
  how: { pathOf: (id: string) => PortalPath; isActive: (item: T) => boolean; lookMs: number },
): { items: readonly T[]; trouble: string | null } {
  const { pathOf, isActive, lookMs } = how;
  const client = useQueryClient();
  useEffect(() => {
    for (const item of given) client.setQueryData([pathOf(item.id)], item);
  }, [client, given, pathOf]);
  return useQueries({
    queries: given.map((item): UseQueryOptions<T> => ({
      queryKey: [pathOf(item.id)],
      initialData: item,
      staleTime: Infinity,
      refetchInterval: ({ state }) =>
        isActive(state.data ?? item) && (state.error === null ? lookMs : TROUBLE_MS),
      refetchIntervalInBackground: true,
    })),
    combine: (answers) => ({
      items: answers.flatMap(({ data }) => data ?? []),
      trouble: answers.find(({ error }) => error !== null)?.error?.message ?? null,
    }),
  });
}
