"use client";
import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { formatExact } from "../format/relative-time.ts";

/** How long the pointer rests on a time before the exact one is shown; focus shows it at once. */
const REST_MS = 300;
const GAP_PX = 6;
const EDGE_PX = 8;

/**
 * Shows the exact moment of any relative time of the page (primitives/relative-time.tsx) on hover and focus, in the person's own zone: one
 * tooltip for all, because a list has fifty times. It stays while the pointer is on it, and Escape hides it (WCAG 2.2, 1.4.13).
 */
export function ExactTimes(): ReactNode {
  const [time, setTime] = useState<HTMLTimeElement | null>(null);
  const tip = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    let resting: ReturnType<typeof setTimeout> | undefined;
    const showAfter = (element: HTMLTimeElement | null, waitMs: number): void => {
      clearTimeout(resting);
      resting = setTimeout(() => setTime(element), waitMs);
    };
    const onPointer = (event: Event): void => {
      if (event.target instanceof Node && tip.current?.contains(event.target)) clearTimeout(resting);
      else showAfter(timeOf(event.target) ?? focusedTime(), REST_MS);
    };
    const onFocus = (): void => showAfter(focusedTime(), 0);
    const hide = (): void => showAfter(null, 0);
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === "Escape") hide();
    };
    const ending = new AbortController();
    const options = { signal: ending.signal, capture: true, passive: true };
    document.addEventListener("pointerover", onPointer, options);
    document.addEventListener("focusin", onFocus, options);
    document.addEventListener("keydown", onKey, options);
    for (const name of ["focusout", "pointerdown", "scroll"]) document.addEventListener(name, hide, options);
    return () => {
      clearTimeout(resting);
      ending.abort();
    };
  }, []);
  useLayoutEffect(() => {
    if (time === null || tip.current === null) return;
    // In the top layer: above dialogs, too.
    tip.current.showPopover();
    place(tip.current, time.getBoundingClientRect());
    time.setAttribute("aria-describedby", id);
    return () => time.removeAttribute("aria-describedby");
  }, [time, id]);
  if (time === null) return null;
  // Inside the main landmark, like all content of the page.
  return createPortal(
    <div
      ref={tip}
      id={id}
      role="tooltip"
      popover="manual"
      className="inset-auto m-0 max-w-80 rounded-1 border-0 bg-fg px-2 py-1 text-12 [overflow-wrap:anywhere] text-bg"
    >
      {formatExact(Date.parse(time.dateTime))}
    </div>,
    document.getElementById("main") ?? document.body,
  );
}

function timeOf(target: EventTarget | null): HTMLTimeElement | null {
  return target instanceof Element ? target.closest<HTMLTimeElement>("time[data-exact]") : null;
}

function focusedTime(): HTMLTimeElement | null {
  const focused = timeOf(document.activeElement);
  return focused?.matches(":focus-visible") === true ? focused : null;
}

/** Below the time, above it where there is no room; never across the window's edge. */
function place(tip: HTMLElement, { left, width, top, bottom }: DOMRect): void {
  const { offsetWidth, offsetHeight } = tip;
  const rightmost = document.documentElement.clientWidth - offsetWidth - EDGE_PX;
  const isRoomBelow = bottom + GAP_PX + offsetHeight + EDGE_PX <= window.innerHeight;
  tip.style.left = `${String(Math.max(EDGE_PX, Math.min(rightmost, left + (width - offsetWidth) / 2)))}px`;
  tip.style.top = `${String(isRoomBelow ? bottom + GAP_PX : top - GAP_PX - offsetHeight)}px`;
}
