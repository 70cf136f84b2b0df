import type { ReactNode } from "react";
import { findActor } from "#app/_server/page.ts";
import { AppFrame } from "#app/_ui/frame/app-frame.tsx";
import type { Crumb } from "#app/_ui/frame/crumbs.tsx";
import type { World } from "#app/_ui/frame/world.tsx";
import { Topbar } from "#app/_ui/frame/topbar.tsx";
import { msg, t } from "#lib/core/texts.ts";
import { PORTICO_VERSION } from "#lib/core/version.ts";
import { getDb } from "#lib/db/client.ts";
import { worldOf } from "#lib/features/connections/world.ts";
import { getFrameFacts, type FrameFacts } from "#lib/features/overview/queries.ts";
import { FindButton } from "./desk/find-button.tsx";
import { JobTray } from "./desk/job-tray.tsx";
import { PortalCrumbs } from "./desk/portal-crumbs.tsx";
import { listPlaces } from "./portal-places.tsx";
import { SignedInMenu } from "./signed-in-menu.tsx";

/**
 * The frame of every staff page: rail with counts, breadcrumb, the world one is in, the person.
 * `connection` is the one of the page's cloud; pages without one are over all connections. Where there are several, the breadcrumb begins
 * with a switcher between them, unless the page brings one of its own. While a page is loading, no service is claimed: it may be of one.
 */
export async function PortalFrame({
  crumbs,
  connection,
  hasOwnSwitcher = false,
  isLoading = false,
  children,
}: {
  crumbs: readonly Crumb[];
  connection?: { id: string; name: string; kind: "BUILTIN" | "LIVE" } | undefined;
  hasOwnSwitcher?: boolean;
  isLoading?: boolean;
  children: ReactNode;
}): Promise<ReactNode> {
  const actor = await findActor();
  // The page itself leads to the sign-in and back; a frame that did would not know where back is.
  if (actor === null) return null;
  const facts = await getFrameFacts(getDb());
  const { connections } = facts;
  const here = connection ?? (connections.length === 1 ? connections[0] : undefined);
  const world = isLoading && here === undefined ? null : worldHere(here, connections);
  const hasSwitcher = connection !== undefined && connections.length > 1 && !hasOwnSwitcher;
  const path = hasSwitcher ? [switcher(connection, connections), ...crumbs] : crumbs;
  return (
    <AppFrame
      world={world}
      home="/"
      places={listPlaces(actor, facts)}
      foot={<span>{t("Version {version}", { version: PORTICO_VERSION })}</span>}
      topbar={
        <Topbar
          crumbs={<PortalCrumbs items={path} remembers={connection !== undefined} />}
          world={world}
          {...(here === undefined ? {} : { worldName: here.name })}
          find={<FindButton />}
          tray={<JobTray />}
          person={<SignedInMenu name={actor.name} email={actor.email} byProvider={actor.byProvider} />}
        />
      }
    >
      {children}
    </AppFrame>
  );
}

type Connection = FrameFacts["connections"][number];

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
