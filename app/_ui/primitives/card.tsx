import type { ReactNode } from "react";
import { marked } from "../marked.ts";
import { isShown } from "../shown.ts";
import { wrapped } from "../wrapped.ts";

/** A box with a border, for related content. `title` makes it a named section with a head. */
export function Card({
  title,
  aside,
  footer,
  flush = false,
  children,
}: {
  title?: string;
  aside?: ReactNode;
  footer?: ReactNode;
  /** The content has its own padding. */
  flush?: boolean;
  children: ReactNode;
}): ReactNode {
  return (
    <section aria-label={marked(title)} className="min-w-0 rounded-2 border border-line-strong bg-surface">
      {title !== undefined && (
        <header className="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-4 py-2.5">
          <h2 className="min-w-0 flex-auto">{wrapped(title)}</h2>
          {aside}
        </header>
      )}
      {flush ? children : <div className="p-4">{children}</div>}
      {isShown(footer) && (
        <footer className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-2.5">
          {footer}
        </footer>
      )}
    </section>
  );
}

/** A part of a page with its heading and, at the right, a count or a link. */
export function Section({
  title,
  aside,
  children,
}: {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <section aria-label={marked(title)} className="min-w-0">
      <div className="mb-2 flex min-h-6 flex-wrap items-baseline gap-x-2 gap-y-1">
        <h2 className="min-w-0 flex-auto">{wrapped(title)}</h2>
        <span className="text-13 text-fg-3">{aside}</span>
      </div>
      {children}
    </section>
  );
}
