"use client";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { t } from "#lib/core/texts.ts";

/** Content that scrolls sideways when it is too wide; only then the keyboard can reach it. */
export function ScrollRegion({ label, children }: { label: string; children: ReactNode }): ReactNode {
  const ref = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const region = ref.current;
    if (region === null) return;
    const observer = new ResizeObserver(() => {
      setScrolls(region.scrollWidth > region.clientWidth);
    });
    observer.observe(region);
    for (const child of region.children) observer.observe(child);
    return () => {
      observer.disconnect();
    };
  }, []);
  return (
    <div
      ref={ref}
      className="tbl-wrap"
      {...(scrolls
        ? { tabIndex: 0, role: "region", "aria-label": t("{label}, scrolls sideways", { label }) }
        : {})}
    >
      {children}
    </div>
  );
}
