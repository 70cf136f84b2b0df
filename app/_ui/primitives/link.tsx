import type { ComponentProps, ReactNode } from "react";

/** A place of this product: `href` is a path. `replace` leaves no step back; `scroll={false}` stays where one is. */
export type LinkProps = ComponentProps<"a"> & { href: string; replace?: boolean; scroll?: boolean };

/**
 * A link inside the product: a plain element, however many of it a list holds. FollowLinks makes the browser follow it without loading the
 * page anew, and fetches what it leads to once somebody is about to follow it. For files, and what a browser must load, write `a`.
 */
export function Link({ replace = false, scroll = true, ...rest }: LinkProps): ReactNode {
  return <a data-follow={replace ? "replace" : ""} data-scroll={scroll ? undefined : "keep"} {...rest} />;
}
