"use client";
import { createContext, useContext } from "react";

export type Desk = {
  openFind: () => void;
  openShortcuts: () => void;
};

export const DeskContext = createContext<Desk | null>(null);

/** What stays while pages change: search and the shortcuts. @throws Error outside the portal's pages */
export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (desk === null) throw new Error("useDesk needs the PortalDesk of the portal's layout around it.");
  return desk;
}
