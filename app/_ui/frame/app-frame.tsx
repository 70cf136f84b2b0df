import type { ReactNode } from "react";
import { t } from "#lib/core/texts.ts";
import { cx } from "../cx.ts";
import { Brand } from "./brand.tsx";
import { RailNav, type Place } from "./rail-nav.tsx";
import { SkipLink } from "./skip-link.tsx";

/**
 * The frame of the portal's pages: rail, topbar, main. The rail collapses on medium widths and on a page with a GridPage (or with `slim`),
 * and is a bottom bar on small screens. It has the one `main` landmark: pages add no other.
 */
export function AppFrame({
  home,
  places,
  foot,
  topbar,
  slim = false,
  children,
}: {
  home: string;
  places: readonly Place[];
  foot?: ReactNode;
  topbar: ReactNode;
  slim?: boolean;
  children: ReactNode;
}): ReactNode {
  return (
    <>
      <SkipLink />
      <div className={cx("app", slim && "slim")}>
        <aside className="rail" aria-label={t("Main")}>
          <Brand href={home} />
          <RailNav places={places} />
          {foot !== undefined && <div className="foot">{foot}</div>}
        </aside>
        <div className="min-w-0">
          {topbar}
          <main id="main" tabIndex={-1}>
            {children}
          </main>
        </div>
      </div>
    </>
  );
}

/** The body of an ordinary page: the page's width and its margins. */
export function Page({ children }: { children: ReactNode }): ReactNode {
  return <div className="page">{children}</div>;
}
