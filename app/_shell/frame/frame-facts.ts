import type { FrameFacts } from "#lib/features/overview/queries.ts";

/**
 * The frame's figures and connections, as the last page knew them. They are kept beside the tree, not in a context around the pages: when
 * the value of a context changes, React throws away what of the page is still arriving and renders it anew.
 */
export type FactsStore = {
  get: () => FrameFacts;
  /** Those of the first page, which its HTML shows. */
  getFirst: () => FrameFacts;
  /** Page and breadcrumb are made beside each other: whichever arrives last, the newer figures stay. */
  note: (facts: FrameFacts) => void;
  subscribe: (listener: () => void) => () => void;
};

/** The facts of one frame, from those of its first page on. */
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
