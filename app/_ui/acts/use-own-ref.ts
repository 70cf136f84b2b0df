"use client";
import { useImperativeHandle, useRef, type Ref, type RefObject } from "react";

/** A component's own ref to an element whose caller may want a ref, too. */
export function useOwnRef<Element extends HTMLElement>(
  given: Ref<Element> | undefined,
): RefObject<Element | null> {
  const own = useRef<Element>(null);
  useImperativeHandle<Element | null, Element | null>(given, () => own.current, []);
  return own;
}
