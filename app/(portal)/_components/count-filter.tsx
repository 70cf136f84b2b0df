import { Link } from "#app/_ui/primitives/link.tsx";
import type { ReactNode } from "react";
import { cx } from "#app/_ui/cx.ts";
import { formatCount } from "#app/_ui/format/count.ts";

export type CountFilterItem = { href: string; label: string; count: number; isCurrent: boolean };

/** Links that narrow a list, each with how many it leaves; the choice is in the address. */
export function CountFilter({
  label,
  items,
}: {
  label: string;
  items: readonly CountFilterItem[];
}): ReactNode {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-1.5">
      {items.map((item) => (
        <Link
          key={item.href}
          href={item.href}
          aria-current={item.isCurrent ? "true" : undefined}
          className={cx(
            "inline-flex min-h-7 items-center gap-1.5 rounded-2 border px-2.5 text-13 max-sm:min-h-8",
            item.isCurrent
              ? "border-line-control bg-surface-2 font-medium text-fg"
              : "border-line-strong bg-surface text-fg-2 hover:bg-surface-hover hover:text-fg",
          )}
        >
          {item.label}
          <span className="text-12 text-fg-3 tabular-nums">{formatCount(item.count)}</span>
        </Link>
      ))}
    </nav>
  );
}
