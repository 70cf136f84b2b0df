"use client";
import { createContext, useContext, useSyncExternalStore } from "react";
import type { Place } from "#app/_ui/frame/rail-nav.tsx";
import type { FrameFacts } from "#lib/features/overview/queries.ts";
import type { FactsStore } from "./frame-facts.ts";

/** A link of the rail; the count beside it comes from the facts. */
export type DeskPlace = Omit<Place, "count"> & {
  figure?: keyof Omit<FrameFacts, "connections" | "countedAt">;
};

/** What the frame shows on every page alike. */
export type FrameKnown = {
  places: readonly DeskPlace[];
  person: { name: string; email: string; byProvider: boolean };
  facts: FactsStore;
};

export const FrameContext = createContext<FrameKnown | null>(null);

/** What the frame of every page shows. @throws Error outside the portal's pages */
export function useFrameKnown(): FrameKnown {
  const known = useContext(FrameContext);
  if (known === null) throw new Error("useFrameKnown needs the PortalDesk of the portal's layout around it.");
  return known;
}

/** The counts and connections of the latest page. */
export function useFrameFacts(): FrameFacts {
  const { facts } = useFrameKnown();
  return useSyncExternalStore(facts.subscribe, facts.get, facts.getFirst);
}
