"use client";
import { useCallback, useState } from "react";

/**
 * Where menus and tooltips are rendered: in the page's main landmark, so that all content is inside a landmark. Looked up when one opens,
 * never before: the landmark of a loading page is gone by then. Null until then and on a page without one; Radix then uses the body.
 * `isOpen`: it is open from the start.
 */
export function usePortalContainer(isOpen = false): {
  container: HTMLElement | null;
  onOpenChange: (open: boolean) => void;
} {
  const [container, setContainer] = useState(() => (isOpen ? findMain() : null));
  const onOpenChange = useCallback((open: boolean) => {
    if (open) setContainer(findMain());
  }, []);
  return { container, onOpenChange };
}

const findMain = (): HTMLElement | null => document.getElementById("main");
