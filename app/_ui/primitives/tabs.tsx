import { Link } from "./link.tsx";
import type { ReactNode } from "react";
import { cx } from "../cx.ts";
import { formatCount } from "../format/count.ts";

export type Tab = { label: string; href: string; count?: number; current?: boolean };

/** The pages of one thing, as links below its head. */
export function Tabs({ label, items }: { label: string; items: readonly Tab[] }): ReactNode {
  return (
    <nav
      aria-label={label}
      className="mb-4 flex flex-wrap gap-x-5 border-b max-sm:gap-x-3 border-line-strong"
    >
      {items.map((item) => (
        <Link
          key={item.href}
          href={item.href}
          aria-current={item.current ? "page" : undefined}
          className={cx(
            "-mb-px inline-flex min-h-9 items-center gap-1.5 border-b-2 text-13 font-medium whitespace-nowrap focus-visible:-outline-offset-2",
            item.current
              ? "border-accent text-fg"
              : "border-transparent text-fg-2 hover:text-fg forced-colors:border-[Canvas]",
          )}
        >
          {item.label}
          {item.count !== undefined && (
            <span className="text-12 font-normal text-fg-3">{formatCount(item.count)}</span>
          )}
        </Link>
      ))}
    </nav>
  );
}
