"use client";
import { useEffect, type ReactNode } from "react";
import { late, useHere } from "../late.ts";
import { isUntold, onUntold } from "./toast.ts";

const madeToasts = late(async () => import("./made-toasts.tsx"));

/**
 * Where toasts appear. Only for background events; the result of a press belongs beside its button. Made at the first pointer or key, or when there
 * is something to announce.
 */
export function Toasts(): ReactNode {
  useEffect(() => {
    const load = (): void => void madeToasts.fetch();
    if (isUntold()) load();
    return onUntold(load);
  }, []);
  const made = useHere(madeToasts);
  return made !== null && <made.MadeToasts />;
}
