import type { ReactNode } from "react";
import { ThemeToggle } from "./theme-toggle.tsx";

/** The bar above the page: breadcrumb and world, search, theme, person. */
export function Topbar({
  where,
  find,
  tray,
  person,
}: {
  /** Crumbs, space, and the world's badge; in a layout, the slot of a parallel route. */
  where: ReactNode;
  /** The search box. */
  find?: ReactNode;
  /** The job tray. */
  tray?: ReactNode;
  person: ReactNode;
}): ReactNode {
  return (
    <header className="topbar">
      {where}
      {find}
      {tray}
      <span className="max-sm:hidden">
        <ThemeToggle />
      </span>
      {person}
    </header>
  );
}
