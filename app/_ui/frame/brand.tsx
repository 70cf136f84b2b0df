import { Link } from "../primitives/link.tsx";
import type { ReactNode } from "react";
import { t } from "#lib/core/texts.ts";

/** The logo: lintel, four columns with the wider middle bay, stylobate; every edge on the 16 px grid. */
export function Mark(): ReactNode {
  return (
    <svg viewBox="0 0 16 16" aria-hidden>
      <path d="M1 2h14v2H1zM2 5h2v8H2zM5 5h1v8H5zM10 5h1v8h-1zM12 5h2v8h-2zM1 14h14v1H1z" />
    </svg>
  );
}

/** Logo and name, linked to the start page. */
export function Brand({ href }: { href: string }): ReactNode {
  return (
    <Link className="brand" href={href} aria-label={t("Portico, home")}>
      <Mark />
      <span>Portico</span>
    </Link>
  );
}
