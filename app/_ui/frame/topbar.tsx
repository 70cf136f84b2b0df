import type { ReactNode } from "react";
import { ThemeToggle } from "./theme-toggle.tsx";

/** The bar over the page: where one is and in which world, find-or-do, theme, person. */
export function Topbar({
  where,
  find,
  tray,
  person,
}: {
  /** Crumbs, the room after them, and the world's badge; in a layout, the slot of a parallel route. */
  where: ReactNode;
  /** The find-or-do box. */
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
