"use client";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { Brand } from "#app/_ui/frame/brand.tsx";
import { RailNav, type Place } from "#app/_ui/frame/rail-nav.tsx";
import { SkipLink } from "#app/_ui/frame/skip-link.tsx";
import { ThemeToggle } from "#app/_ui/frame/theme-toggle.tsx";
import { t } from "#lib/core/texts.ts";
import { PORTICO_VERSION } from "#lib/core/version.ts";
import type { FrameFacts } from "#lib/features/overview/queries.ts";
import { FindButton } from "../palette/find-button.tsx";
import { JobTray } from "../tray/job-tray.tsx";
import { useFrameFacts, useFrameKnown, type DeskPlace } from "./frame-context.ts";
import { SignedInMenu } from "./signed-in-menu.tsx";

/**
 * The frame around every page of the portal, which stays while pages change: rail, topbar, main. `crumbs` is the breadcrumb (the slot of the
 * layout). The rail collapses on medium widths and on the page of a model's table, and is a bottom bar on small screens. The frame has the
 * one `main` landmark: pages add no other.
 */
export function DeskFrame({ crumbs, children }: { crumbs: ReactNode; children: ReactNode }): ReactNode {
  const { places, person } = useFrameKnown();
  const facts = useFrameFacts();
  const isWide = /\/models\/\d+$/.test(usePathname());
  return (
    <>
      <SkipLink />
      <div className={isWide ? "app wide" : "app"}>
        <aside className="rail" aria-label={t("Main")}>
          <Brand href="/" />
          <RailNav places={places.map((place) => withFigure(place, facts))} />
          <div className="foot">
            <span>{t("Version {version}", { version: PORTICO_VERSION })}</span>
          </div>
        </aside>
        <div className="min-w-0">
          <header className="topbar">
            {crumbs}
            <FindButton />
            <JobTray />
            <span className="max-sm:hidden">
              <ThemeToggle />
            </span>
            <SignedInMenu {...person} />
          </header>
          <main id="main" tabIndex={-1}>
            {children}
          </main>
        </div>
      </div>
    </>
  );
}

/** A count that asks for attention is hidden when it is 0. */
function withFigure({ figure, ...place }: DeskPlace, facts: FrameFacts): Place {
  const count = figure === undefined ? undefined : facts[figure];
  return count === undefined || (place.hot === true && count === 0) ? place : { ...place, count };
}
