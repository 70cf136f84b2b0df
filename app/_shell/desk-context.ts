"use client";
import { createContext, useContext } from "react";
import type { WorkItem } from "#lib/features/work/schema.ts";

export type Desk = {
  openFind: () => void;
  openShortcuts: () => void;
  work: { items: readonly WorkItem[]; trouble: string | null };
  /** When the tray was last looked into, ISO 8601. */
  looked: string;
  onLooked: () => void;
};

export const DeskContext = createContext<Desk | null>(null);

/** What stays while one page follows another: find-or-do, shortcuts, the work in the background. @throws Error outside the staff's pages */
export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (desk === null) throw new Error("useDesk needs the PortalDesk of the portal's layout around it.");
  return desk;
}
