"use client";
import { useEffect, useState, type ReactNode } from "react";
import { atFirstSign, late, useLate } from "../late.ts";
import { isUntold, onUntold } from "./toast.ts";

const madeToasts = late(async () => import("./made-toasts.tsx"));

/**
 * Where toasts appear. Only for background events; the result of a press belongs beside its button. Made when somebody stirs, or when there
 * is something to announce.
 */
export function Toasts(): ReactNode {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const want = (): void => {
      madeToasts.hurry();
      setWanted(true);
    };
    if (isUntold()) want();
    const stops = [atFirstSign(want), onUntold(want)];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  const made = useLate(madeToasts, isWanted);
  return made !== null && <made.MadeToasts />;
}
