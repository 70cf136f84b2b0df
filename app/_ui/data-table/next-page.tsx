import type { ReactNode } from "react";
import { hrefTo } from "#lib/core/paging/hrefs.ts";
import { LinkButton } from "../primitives/button.tsx";

/** The link below a list to its next page; nothing where the list ends. */
export function NextPage({
  base,
  kept,
  next,
  by = "after",
  className,
  children,
}: {
  /** The list's address without its query. */
  base: string;
  /** The other parameters of the address. */
  kept?: Parameters<typeof hrefTo>[1];
  next: string | number | null;
  /** The parameter that names the place in the list. */
  by?: "after" | "before";
  className?: string;
  /** "Older exports" */
  children: ReactNode;
}): ReactNode {
  if (next === null) return null;
  return (
    <div className={className}>
      <LinkButton href={hrefTo(base, { ...kept, [by]: next })}>{children}</LinkButton>
    </div>
  );
}
