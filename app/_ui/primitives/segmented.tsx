import { Link } from "./link.tsx";
import type { ReactNode } from "react";
import { cx } from "../cx.ts";
import { formatCount } from "../format/count.ts";

export type Segment = { label: string; href: string; count?: number; current?: boolean };

/** Exclusive filters as links: the choice is in the address. They wrap and never scroll; on small screens each has its own frame. */
export function Segmented({ label, items }: { label: string; items: readonly Segment[] }): ReactNode {
  return (
    <nav
      aria-label={label}
      className="inline-flex max-w-full flex-wrap max-sm:gap-1.5 sm:overflow-hidden sm:rounded-2 sm:border sm:border-line-strong sm:bg-surface"
    >
      {items.map((item) => (
        <Link
          key={item.href}
          href={item.href}
          aria-current={item.current ? "true" : undefined}
          className={cx(
            "inline-flex h-[1.875rem] items-center gap-1.5 px-2.5 text-13 whitespace-nowrap hover:bg-surface-hover focus-visible:-outline-offset-2 max-sm:rounded-2 max-sm:border max-sm:border-line-strong sm:-ml-px sm:border-l sm:border-line",
            item.current ? "bg-surface-2 font-medium text-fg" : "bg-surface text-fg-2",
          )}
        >
          {item.label}
          {item.count !== undefined && (
            <span className="font-normal text-fg-3">{formatCount(item.count)}</span>
          )}
        </Link>
      ))}
    </nav>
  );
}
