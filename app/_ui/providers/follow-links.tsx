"use client";
import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** So long the pointer or the focus rests on a link before what it leads to is fetched: on the way across a list nobody follows each. */
const REST_MS = 80;

/**
 * Follows the product's own links (primitives/link.tsx) for the whole page, with one listener instead of a component for each link. A list of
 * fifty rows had fifty and more of them, each of which asked the server twice as soon as it was in view.
 */
export function FollowLinks(): null {
  const router = useRouter();
  useEffect(() => {
    let resting: ReturnType<typeof setTimeout> | undefined;
    const fetchAhead = (event: Event): void => {
      clearTimeout(resting);
      const link = linkOf(event);
      if (link === null || leadsHere(link)) return;
      const fetchNow = (): void => router.prefetch(link.href);
      if (event.type === "pointerdown") fetchNow();
      else resting = setTimeout(fetchNow, REST_MS);
    };
    const follow = (event: MouseEvent): void => {
      clearTimeout(resting);
      const link = linkOf(event);
      if (link === null || !isPlainClick(event, link)) return;
      event.preventDefault();
      const options = { scroll: link.dataset["scroll"] !== "keep" };
      if (link.dataset["follow"] === "replace") router.replace(link.href, options);
      else router.push(link.href, options);
    };
    const ending = new AbortController();
    const { signal } = ending;
    for (const name of ["pointerover", "pointerdown", "focusin"])
      document.addEventListener(name, fetchAhead, { signal, passive: true });
    document.addEventListener("click", follow, { signal });
    return () => {
      clearTimeout(resting);
      ending.abort();
    };
  }, [router]);
  return null;
}

function linkOf({ target }: Event): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>("a[data-follow]") : null;
}

/** Everything else is the browser's: another button, a new tab or window, a file, another place's address. */
function isPlainClick(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const { defaultPrevented, button, metaKey, ctrlKey, shiftKey, altKey } = event;
  return (
    !defaultPrevented &&
    button === 0 &&
    !(metaKey || ctrlKey || shiftKey || altKey) &&
    (link.target === "" || link.target === "_self") &&
    !link.hasAttribute("download") &&
    link.origin === location.origin
  );
}

function leadsHere(link: HTMLAnchorElement): boolean {
  return link.origin !== location.origin || link.href === location.href;
}
