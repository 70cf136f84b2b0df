"use client";
import type { ReactNode } from "react";
import { AppFrame } from "#app/_ui/frame/app-frame.tsx";
import type { Place } from "#app/_ui/frame/rail-nav.tsx";
import { Topbar } from "#app/_ui/frame/topbar.tsx";
import { t } from "#lib/core/texts.ts";
import { PORTICO_VERSION } from "#lib/core/version.ts";
import type { FrameFacts } from "#lib/features/overview/queries.ts";
import { SignedInMenu } from "./signed-in-menu.tsx";
import { FindButton } from "../palette/find-button.tsx";
import { useFrameFacts, useFrameKnown, type DeskPlace } from "./frame-context.ts";
import { JobTray } from "../tray/job-tray.tsx";

/** The frame around every page of the portal, which stays while pages change; `crumbs` is the breadcrumb (the slot of the layout). */
export function DeskFrame({ crumbs, children }: { crumbs: ReactNode; children: ReactNode }): ReactNode {
  const { places, person } = useFrameKnown();
  const facts = useFrameFacts();
  return (
    <AppFrame
      home="/"
      places={places.map((place) => withFigure(place, facts))}
      foot={<span>{t("Version {version}", { version: PORTICO_VERSION })}</span>}
      topbar={
        <Topbar
          where={crumbs}
          find={<FindButton />}
          tray={<JobTray />}
          person={<SignedInMenu {...person} />}
        />
      }
    >
      {children}
    </AppFrame>
  );
}

/** A count that asks for attention is hidden when it is 0. */
function withFigure({ figure, ...place }: DeskPlace, facts: FrameFacts): Place {
  const count = figure === undefined ? undefined : facts[figure];
  return count === undefined || (place.hot === true && count === 0) ? place : { ...place, count };
}
