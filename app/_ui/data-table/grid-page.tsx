"use client";
import { PageActs } from "../acts/page-acts.tsx";
import { Link } from "../primitives/link.tsx";
import type { ReactNode } from "react";
import { t } from "#lib/core/texts.ts";
import { formatCount } from "../format/count.ts";

/**
 * The page of an element table: uses the whole width and height (the rail collapses). `title` holds the h1 and what is beside it, `actions`
 * the one primary button, `strip` a ClassStrip, `tools` search and filters.
 */
export function GridPage({
  label,
  title,
  actions,
  strip,
  tools,
  children,
}: {
  label: string;
  title: ReactNode;
  actions?: ReactNode;
  strip?: ReactNode;
  tools?: ReactNode;
  /** The ElementGrid, its skeleton, or a Blank. */
  children: ReactNode;
}): ReactNode {
  return (
    <section className="gridpage" aria-label={label}>
      <button type="button" className="skip to-grid" onClick={focusGrid}>
        {t("Skip to the table")}
      </button>
      <div className="gbar min-h-12">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 max-sm:min-w-max xl:flex-nowrap">
          {title}
        </div>
        {actions !== undefined && (
          <div className="flex gap-2">
            <PageActs>{actions}</PageActs>
          </div>
        )}
      </div>
      {strip}
      {tools !== undefined && <div className="gbar min-h-10">{tools}</div>}
      {children}
    </section>
  );
}

/** Focuses the one cell of the grid that Tab reaches. */
function focusGrid(): void {
  document.querySelector<HTMLElement>("[role=grid] [data-row][tabindex='0']")?.focus();
}

export type StripItem = { label: string; href: string; count?: number; current?: boolean };

/** The most frequent classes, as links in one line; `more` (a Menu) has all of them. Hidden where it would not fit. */
export function ClassStrip({
  label,
  items,
  more,
}: {
  label: string;
  items: readonly StripItem[];
  more?: ReactNode;
}): ReactNode {
  return (
    <div className="flex flex-none items-center border-b border-line px-3 max-xl:hidden">
      <nav aria-label={label} className="flex min-w-0 flex-1 gap-0.5">
        {items.map((item) => (
          <StripLink key={item.href} {...item} />
        ))}
      </nav>
      {more}
    </div>
  );
}

function StripLink({ label, href, count, current = false }: StripItem): ReactNode {
  return (
    <Link href={href} aria-current={current ? "page" : undefined} className="strip-link">
      {label}
      {count !== undefined && <span className="text-12 text-fg-3">{formatCount(count)}</span>}
    </Link>
  );
}
