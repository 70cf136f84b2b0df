"use client";
import { useImperativeHandle, useRef, type Ref, type RefObject } from "react";

/** A ref of one's own to an element, whose caller may want to have it too. */
export function useOwnRef<Element extends HTMLElement>(
  given: Ref<Element> | undefined,
): RefObject<Element | null> {
  const own = useRef<Element>(null);
  useImperativeHandle<Element | null, Element | null>(given, () => own.current, []);
  return own;
}
