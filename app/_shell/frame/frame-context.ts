"use client";
import { createContext, useContext } from "react";
import type { Place } from "#app/_ui/frame/rail-nav.tsx";
import type { FrameFacts } from "#lib/features/overview/queries.ts";

/** A place of the rail; the figure beside it comes from the facts. */
export type DeskPlace = Omit<Place, "count"> & {
  figure?: keyof Omit<FrameFacts, "connections" | "countedAt">;
};

/** What the frame shows that is the same on every page, and the facts that the last page knew. */
export type FrameKnown = {
  places: readonly DeskPlace[];
  person: { name: string; email: string; byProvider: boolean };
  facts: FrameFacts;
  noteFacts: (facts: FrameFacts) => void;
};

export const FrameContext = createContext<FrameKnown | null>(null);

/** What every frame of the staff's pages shows. @throws Error outside the staff's pages */
export function useFrameKnown(): FrameKnown {
  const known = useContext(FrameContext);
  if (known === null) throw new Error("useFrameKnown needs the PortalDesk of the portal's layout around it.");
  return known;
}
