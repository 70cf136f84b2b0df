import type { ReactNode } from "react";
import { Brand } from "./brand.tsx";
import { LanguageToggle } from "./language.tsx";
import { SkipLink } from "./skip-link.tsx";
import { ThemeToggle } from "./theme-toggle.tsx";
import { WorldBadge, WorldBar, type World } from "./world.tsx";

/** The frame of an invited person's platform: a topbar and one narrow page, no rail. */
export function PlainFrame({
  world,
  worldName,
  home,
  person,
  children,
}: {
  world: World;
  worldName?: string;
  home: string;
  person?: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <>
      <SkipLink />
      <WorldBar world={world} />
      <div className="plain">
        <header className="topbar">
          <Brand href={home} />
          <span className="flex-1" />
          <WorldBadge world={world} {...(worldName !== undefined && { name: worldName })} />
          {person ?? (
            <>
              <LanguageToggle />
              <ThemeToggle />
            </>
          )}
        </header>
        <main id="main" tabIndex={-1}>
          <div className="page">{children}</div>
        </main>
      </div>
    </>
  );
}
