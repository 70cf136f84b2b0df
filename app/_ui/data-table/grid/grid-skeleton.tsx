import type { ReactNode } from "react";
import { t } from "#lib/core/texts.ts";
import { GridFoot } from "./grid-foot.tsx";

/** A placeholder for the grid until the browser can measure; also for loading.tsx of its page. */
export function GridSkeleton({ label, summary }: { label: string; summary?: ReactNode }): ReactNode {
  return (
    <div className="eg" role="status">
      <span className="sr-only">{t("Reading {label}", { label })}</span>
      <div aria-hidden className="eg-scroll">
        <div className="h-[3.5rem] border-b border-line-strong bg-surface-2" />
        {Array.from({ length: 24 }, (_, row) => (
          <div key={row} className="flex h-[1.875rem] items-center gap-8 border-b border-line px-3">
            <span className="sk w-36 shrink-0" />
            <span className="sk w-32 shrink-0" />
            {Array.from({ length: 8 }, (_unused, column) => (
              <span
                key={column}
                className={(row + column) % 3 === 0 ? "sk w-16 shrink-0" : "sk w-24 shrink-0"}
              />
            ))}
          </div>
        ))}
      </div>
      <GridFoot summary={summary} />
    </div>
  );
}
