"use client";
import { useCallback, useState } from "react";

/**
 * Where menus and tooltips are put: in the page's main landmark, so that nothing on the page stands outside a landmark.
 * It is looked up when one opens, never before: the landmark of a page that was still loading is gone by then. Null until
 * then and on a page without one; Radix then takes the body. `isOpen`: it is open from its first moment on.
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
