"use client";
import { useCallback, useState } from "react";

/**
 * Where menus and tooltips are put: in the page's main landmark, so that nothing on the page stands outside a landmark.
 * It is looked up when one opens, never before: the landmark of a page that was still loading is gone by then. Null until
 * then and on a page without one; Radix then takes the body.
 */
export function usePortalContainer(): {
  container: HTMLElement | null;
  onOpenChange: (open: boolean) => void;
} {
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const onOpenChange = useCallback((open: boolean) => {
    if (open) setContainer(document.getElementById("main"));
  }, []);
  return { container, onOpenChange };
}
