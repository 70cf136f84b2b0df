import type { ReactNode } from "react";
import { cx } from "../cx.ts";

const WIDTHS = ["w-2/5", "w-3/5", "w-1/3", "w-1/2", "w-2/3", "w-1/4"] as const;

/** A grey line in place of a text; set its width with a class. */
export function Skeleton({ className }: { className?: string }): ReactNode {
  return <span aria-hidden className={cx("sk", className ?? "w-24")} />;
}

/** Announces politely what is loading, around the skeletons that show its shape. */
export function Loading({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}

/** The shape of a page head: title, sentence. */
export function SkeletonHead(): ReactNode {
  return (
    <div className="mb-5 grid gap-2.5">
      <Skeleton className="h-4 w-56" />
      <Skeleton className="w-80 max-w-full" />
    </div>
  );
}

/** The shape of a table with as many rows and columns as expected. */
export function SkeletonTable({ rows = 6, columns = 4 }: { rows?: number; columns?: number }): ReactNode {
  return (
    <div aria-hidden className="tbl-wrap">
      <div className="h-8 border-b border-line-strong bg-surface-2" />
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex h-11 items-center gap-4 border-b border-line px-3 last:border-b-0">
          {Array.from({ length: columns }, (_unused, column) => (
            <div key={column} className={column === 0 ? "flex-[2]" : "flex-1 max-sm:hidden"}>
              <Skeleton className={WIDTHS[(row + column * 2) % WIDTHS.length] ?? "w-1/2"} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
