"use client";
import NextLink from "next/link";
import {
  useRef,
  useState,
  type ComponentProps,
  type FocusEvent,
  type PointerEvent,
  type ReactNode,
} from "react";
import { useAct } from "../acts/page-acts.tsx";
import { useOwnRef } from "../acts/use-own-ref.ts";
import { wrapped } from "../wrapped.ts";

/** How long the pointer or the focus rests on a link before its page is fetched: nobody follows every link that the pointer crosses. */
const REST_MS = 80;

/** `href` is a path of this product. For files, and for full page loads, use `a`. */
export type LinkProps = Omit<ComponentProps<typeof NextLink>, "href" | "prefetch"> & { href: string };

/**
 * A link inside the product. Its page is prefetched once somebody is about to follow it, not when it becomes visible as Next does by
 * default: a list of fifty rows has more than fifty links (docs/decisions/0076-next-link.md).
 */
export function Link({
  ref,
  onPointerEnter,
  onPointerLeave,
  onPointerDown,
  onFocus,
  onBlur,
  children,
  ...rest
}: LinkProps): ReactNode {
  const own = useOwnRef(ref);
  useAct(own, { href: rest.href });
  const [isNear, setNear] = useState(false);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stay = (): void => {
    clearTimeout(resting.current);
    resting.current = setTimeout(() => setNear(true), REST_MS);
  };
  const leave = (): void => clearTimeout(resting.current);
  return (
    <NextLink
      ref={own}
      prefetch={isNear ? null : false}
      onPointerEnter={(event: PointerEvent<HTMLAnchorElement>) => {
        onPointerEnter?.(event);
        stay();
      }}
      onPointerLeave={(event: PointerEvent<HTMLAnchorElement>) => {
        onPointerLeave?.(event);
        leave();
      }}
      onPointerDown={(event: PointerEvent<HTMLAnchorElement>) => {
        onPointerDown?.(event);
        setNear(true);
      }}
      onFocus={(event: FocusEvent<HTMLAnchorElement>) => {
        onFocus?.(event);
        stay();
      }}
      onBlur={(event: FocusEvent<HTMLAnchorElement>) => {
        onBlur?.(event);
        leave();
      }}
      {...rest}
    >
      {wrapped(children)}
    </NextLink>
  );
}
