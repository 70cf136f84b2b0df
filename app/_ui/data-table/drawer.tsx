"use client";
import { ChevronLeft, ChevronRight, X } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import { t } from "#lib/core/texts.ts";
import { Button } from "../primitives/button.tsx";
import { marked } from "../marked.ts";
import { wrapped } from "../wrapped.ts";

/**
 * What is known about one row, beside the grid (below 1001 px a sheet over it). The page behind stays usable; Escape closes the drawer. Its
 * heading gets the focus when it opens; the opener restores the focus in `onClose`.
 */
export function Drawer({
  title,
  sub,
  onClose,
  onPrevious,
  onNext,
  footer,
  children,
}: {
  title: string;
  sub: ReactNode;
  onClose: () => void;
  /** Absent at the first row. */
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  footer?: ReactNode;
  children: ReactNode;
}): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <aside
      aria-label={t("Element")}
      className="drawer"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
    >
      <header className="border-b border-line px-4 py-3">
        <div className="flex items-center gap-1">
          <h2 ref={heading} tabIndex={-1} className="min-w-0 flex-1 truncate text-16" title={marked(title)}>
            {wrapped(title)}
          </h2>
          <Button
            variant="ghost"
            size="sm"
            square
            aria-label={t("Previous row")}
            disabled={onPrevious === undefined}
            onClick={onPrevious}
          >
            <ChevronLeft aria-hidden />
          </Button>
          <Button
            variant="ghost"
            size="sm"
            square
            aria-label={t("Next row")}
            disabled={onNext === undefined}
            onClick={onNext}
          >
            <ChevronRight aria-hidden />
          </Button>
          <Button variant="ghost" size="sm" square aria-label={t("Close")} onClick={onClose}>
            <X aria-hidden />
          </Button>
        </div>
        <div className="mt-1 text-12 text-fg-2">{sub}</div>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto" tabIndex={0} role="group" aria-label={t("Properties")}>
        {children}
      </div>
      {footer !== undefined && (
        <footer className="flex flex-wrap gap-2 border-t border-line px-4 py-2">{footer}</footer>
      )}
    </aside>
  );
}
