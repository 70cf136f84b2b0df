"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { PortalPath } from "./ask-portal.ts";

const TYPING_MS = 150;

type Answered<T> = { value: T | null; trouble: string | null; isPending: boolean };

/**
 * A portal route's answer to `path`, requested again whenever `path` changes: shortly after the last keystroke; outdated requests are
 * cancelled. The last answer stays until the next one, so that a list does not flicker. Null requests nothing.
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
