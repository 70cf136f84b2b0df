"use client";
import { useCallback, useState, type ReactNode } from "react";
import { ConfirmationContext } from "#app/_ui/forms/confirmation.ts";
import { late, useLate } from "#app/_ui/late.ts";
import type { Proving } from "./confirmation-dialog.tsx";

const dialog = late(async () => import("./confirmation-dialog.tsx"));

/** Asks the person to prove their identity again, over whatever page needs it, then lets the page continue; input there stays. */
export function ConfirmationDesk({
  proving,
  children,
}: {
  proving: Proving;
  children: ReactNode;
}): ReactNode {
  const [goOn, setGoOn] = useState<(() => void) | null>(null);
  const made = useLate(dialog, goOn !== null, () => setGoOn(null));
  const ask = useCallback((next: () => void) => {
    setGoOn(() => next);
  }, []);
  const onProven = (): void => {
    setGoOn(null);
    goOn?.();
  };
  return (
    <ConfirmationContext value={ask}>
      {children}
      {made !== null && (
        <made.ConfirmationDialog proving={proving} onProven={onProven} onLeave={() => setGoOn(null)} />
      )}
    </ConfirmationContext>
  );
}
