"use client";
import { createContext, useRef, type ReactNode, type RefObject } from "react";

export type KeptInput = readonly (readonly [name: string, value: string])[];

export const KeptInputContext = createContext<RefObject<Map<string, KeptInput>> | null>(null);

/**
 * Holds what was typed in forms whose page was left, so that it is there again when the person returns. In memory only: it goes when the
 * person signs out or loads a page anew.
 */
export function KeptInputProvider({ children }: { children: ReactNode }): ReactNode {
  return <KeptInputContext value={useRef(new Map<string, KeptInput>())}>{children}</KeptInputContext>;
}
