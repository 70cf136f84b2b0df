"use client";
import { useEffect, type ReactNode } from "react";
import { AppFrame } from "#app/_ui/frame/app-frame.tsx";
import type { Crumb } from "#app/_ui/frame/crumbs.tsx";
import type { Place } from "#app/_ui/frame/rail-nav.tsx";
import { Topbar } from "#app/_ui/frame/topbar.tsx";
import type { World } from "#app/_ui/frame/world.tsx";
import { msg, t } from "#lib/core/texts.ts";
import { PORTICO_VERSION } from "#lib/core/version.ts";
import { worldOf } from "#lib/features/connections/world.ts";
import type { FrameFacts } from "#lib/features/overview/queries.ts";
import { SignedInMenu } from "../signed-in-menu.tsx";
import { FindButton } from "./find-button.tsx";
import { useFrameKnown, type DeskPlace } from "./frame-context.ts";
import { JobTray } from "./job-tray.tsx";
import { PortalCrumbs } from "./portal-crumbs.tsx";

type Connection = FrameFacts["connections"][number];

export type FrameProps = {
  crumbs: readonly Crumb[];
  /** That of the page's cloud; pages without one are over all connections. */
  connection?: Pick<Connection, "id" | "name" | "kind"> | undefined;
  /** The page brings a switcher between connections of its own. */
  hasOwnSwitcher?: boolean;
  /** No service is claimed: the page may be of one. */
  isLoading?: boolean;
  children: ReactNode;
};

/**
 * The frame around a page, made from what all pages share and these few facts of its own. Without `facts` (while a page is loading) those of
 * the page before count.
 */
export function DeskFrame({
  facts: own,
  crumbs,
  connection,
  hasOwnSwitcher = false,
  isLoading = false,
  children,
}: FrameProps & { facts?: FrameFacts | undefined }): ReactNode {
  const { places, person, facts: known, noteFacts } = useFrameKnown();
  useEffect(() => {
    if (own !== undefined) noteFacts(own);
  }, [own, noteFacts]);
  const facts = own ?? known;
  const { connections } = facts;
  const here = connection ?? (connections.length === 1 ? connections[0] : undefined);
  const world = isLoading && here === undefined ? null : worldHere(here, connections);
  const hasSwitcher = connection !== undefined && connections.length > 1 && !hasOwnSwitcher;
  const path = hasSwitcher ? [switcher(connection, connections), ...crumbs] : crumbs;
  return (
    <AppFrame
      world={world}
      home="/"
      places={places.map((place) => withFigure(place, facts))}
      foot={<span>{t("Version {version}", { version: PORTICO_VERSION })}</span>}
      topbar={
        <Topbar
          crumbs={<PortalCrumbs items={path} remembers={connection !== undefined} />}
          world={world}
          {...(here === undefined ? {} : { worldName: here.name })}
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

/** A figure that asks for a person is shown only while there is something to do. */
function withFigure({ figure, ...place }: DeskPlace, facts: FrameFacts): Place {
  const count = figure === undefined ? undefined : facts[figure];
  return count === undefined || (place.hot === true && count === 0) ? place : { ...place, count };
}

function worldHere(here: Pick<Connection, "id" | "kind"> | undefined, all: readonly Connection[]): World {
  if (here === undefined) return all.length === 0 ? "builtin" : "several";
  const stage = all.find((connection) => connection.id === here.id)?.stage ?? null;
  return worldOf({ kind: here.kind, stage });
}

const WORLD_WORDS = { live: msg("Live"), test: msg("Test"), builtin: msg("Built-in") } as const;

/** From a page of one cloud to the Clouds of another connection. */
function switcher(here: { id: string; name: string }, all: readonly Connection[]): Crumb {
  const hrefOf = (id: string): string => `/clouds?connection=${id}`;
  return {
    label: here.name,
    href: hrefOf(here.id),
    choices: all.map((connection) => ({
      label: connection.name,
      href: hrefOf(connection.id),
      detail: t(WORLD_WORDS[worldOf(connection)]),
      current: connection.id === here.id,
    })),
  };
}
