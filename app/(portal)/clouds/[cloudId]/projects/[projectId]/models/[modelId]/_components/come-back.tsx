"use client";
import type { ReactNode } from "react";
import { useRefreshAgain } from "#app/_client/use-refresh-again.ts";
import { Progress } from "#app/_ui/primitives/progress.tsx";

const LOOK_MS = 1_000;

/** Waits for something that appears automatically: refreshes the page until it is there. */
export function ComeBack({ label, children }: { label: string; children: ReactNode }): ReactNode {
  useRefreshAgain(LOOK_MS);
  return (
    <div className="grid w-full gap-1.5 py-1 text-13 text-fg-2" role="status">
      <span>{children}</span>
      <Progress label={label} />
    </div>
  );
}
