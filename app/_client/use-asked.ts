"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { PortalPath } from "./ask-portal.ts";

const TYPING_MS = 150;

type Answered<T> = { value: T | null; trouble: string | null; isPending: boolean };

/**
 * What a route of the portal answers to `path`, asked again whenever it changes: shortly after the last keystroke, and a question that was
 * overtaken is cancelled. Until the next answer the last one stays, so that a list does not flicker. Null asks nothing.
 */
export function useAsked<T>(path: PortalPath | null): Answered<T> {
  const { data, error, isPending, isPlaceholderData } = useQuery<T>({
    queryKey: [path ?? "/api/"],
    enabled: path !== null,
    meta: { restMs: TYPING_MS },
    placeholderData: keepPreviousData,
  });
  if (path === null) return { value: null, trouble: null, isPending: false };
  return {
    value: data ?? null,
    trouble: error?.message ?? null,
    isPending: isPending || isPlaceholderData,
  };
}
