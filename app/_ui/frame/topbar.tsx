import type { ReactNode } from "react";
import { ThemeToggle } from "./theme-toggle.tsx";
import { WorldBadge, type World } from "./world.tsx";

/** The bar over the page: where one is, which world, find-or-do, theme, person. */
export function Topbar({
  crumbs,
  world,
  worldName,
  find,
  tray,
  person,
}: {
  crumbs: ReactNode;
  /** Null while it is not known. */
  world: World | null;
  worldName?: string;
  /** The find-or-do box. */
  find?: ReactNode;
  /** The job tray. */
  tray?: ReactNode;
  person: ReactNode;
}): ReactNode {
  return (
    <header className="topbar">
      {crumbs}
      <span className="flex-1" />
      {world !== null && <WorldBadge world={world} {...(worldName !== undefined && { name: worldName })} />}
      {find}
      {tray}
      <span className="max-sm:hidden">
        <ThemeToggle />
      </span>
      {person}
    </header>
  );
}
