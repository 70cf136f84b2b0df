/**
 * The frame's counts and connections, from the latest page. Stored outside the tree, not in a context around the pages: when a context's
 * value changes, React discards the part of the page that is still arriving and renders it again.
 */
import type { FrameFacts } from "#lib/features/overview/queries.ts";

export type FactsStore = {
  get: () => FrameFacts;
  /** The facts of the first page, which are in its HTML. */
  getFirst: () => FrameFacts;
  /** Page and breadcrumb are made in parallel: whichever arrives last, the newer counts stay. */
  note: (facts: FrameFacts) => void;
  subscribe: (listener: () => void) => () => void;
};

/** A store for one frame, starting with its first page's facts. */
export function makeFactsStore(first: FrameFacts): FactsStore {
  let known = first;
  const listeners = new Set<() => void>();
  return {
    get: () => known,
    getFirst: () => first,
    note: (facts) => {
      if (facts.countedAt < known.countedAt) return;
      known = facts;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
