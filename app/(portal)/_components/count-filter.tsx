import { Link } from "#app/_ui/primitives/link.tsx";
import type { ReactNode } from "react";
import { cx } from "#app/_ui/cx.ts";
import { formatCount } from "#app/_ui/format/count.ts";
import { t } from "#lib/core/texts.ts";

export type CountFilterItem = { href: string; label: string; count: number; isCurrent: boolean };
/** `within`: subdivisions of this item, shown beside it. */
type Divided = CountFilterItem & { within?: readonly CountFilterItem[] };

/** Links that filter a list, each with its number of rows; the choice is in the address. */
export function CountFilter({ label, items }: { label: string; items: readonly Divided[] }): ReactNode {
  return (
    <nav aria-label={label} className="flex flex-wrap items-center gap-1.5">
      {items.map(({ within = [], ...item }) =>
        within.length === 0 ? (
          <FilterLink key={item.href} item={item} />
        ) : (
          <span
            key={item.href}
            className="inline-flex flex-wrap items-center gap-1.5 rounded-2 bg-surface-2 max-sm:py-1 sm:pr-1.5"
          >
            <FilterLink item={item} />
            <span
              role="group"
              aria-label={t("Of these: {label}", { label: item.label })}
              className="inline-flex flex-wrap items-center gap-1.5"
            >
              <span aria-hidden className="text-12 text-fg-3">
                {t("of these")}
              </span>
              {within.map((part) => (
                <FilterLink key={part.href} item={part} />
              ))}
            </span>
          </span>
        ),
      )}
    </nav>
  );
}

function FilterLink({ item }: { item: CountFilterItem }): ReactNode {
  return (
    <Link
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
  );
}
