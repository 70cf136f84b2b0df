"use client";
import { usePathname } from "next/navigation";
import { useEffect, type ReactNode } from "react";
import type { Crumb } from "#app/_ui/frame/crumbs.tsx";
import { WorldBadge, WorldBar, type World } from "#app/_ui/frame/world.tsx";
import { msg, t } from "#lib/core/texts.ts";
import { worldOf } from "#lib/features/connections/world.ts";
import type { FrameFacts } from "#lib/features/overview/queries.ts";
import { useFrameFacts, useFrameKnown } from "../frame/frame-context.ts";
import { PortalCrumbs } from "./portal-crumbs.tsx";
import { mayBeOfOne, trailOf, type Names } from "./trail.ts";

type Connection = FrameFacts["connections"][number];

export type Here = {
  path: string;
  names: Names;
  /** The connection of the page's content; without one the page covers all connections. */
  connection: Pick<Connection, "id" | "name" | "kind"> | null;
  facts: FrameFacts;
};

/**
 * The breadcrumb, and the world of the page. With several connections, the breadcrumb of things that belong to one begins with a switcher.
 * Without `here`, while a page is loading, no service is shown where the page may belong to one.
 */
export function Whereabouts({ here }: { here?: Here }): ReactNode {
  const awaited = usePathname();
  const path = here?.path ?? awaited;
  const known = useFrameFacts();
  const { note } = useFrameKnown().facts;
  const facts = here?.facts;
  useEffect(() => {
    if (facts !== undefined) note(facts);
  }, [facts, note]);
  const { connections } = facts ?? known;
  const connection = here?.connection ?? null;
  const shown = connection ?? (connections.length === 1 ? (connections[0] ?? null) : null);
  const isKnown = here !== undefined || shown !== null || !mayBeOfOne(path);
  const world = isKnown ? worldHere(shown, connections) : null;
  const trail = trailOf(path, here?.names);
  return (
    // Has no box of its own, so that Next scrolls to the page, not to this element, when another address opens.
    <div className="contents">
      {world !== null && <WorldBar world={world} />}
      <PortalCrumbs
        path={path}
        items={connection === null ? trail : withConnection(path, trail, connection, connections)}
        remembers={connection !== null}
        isAwaited={here === undefined}
      />
      <span className="flex-1" />
      {world !== null && <WorldBadge world={world} {...(shown !== null && { name: shown.name })} />}
    </div>
  );
}

function worldHere(here: Pick<Connection, "id" | "kind"> | null, all: readonly Connection[]): World {
  if (here === null) return all.length === 0 ? "builtin" : "several";
  const stage = all.find((connection) => connection.id === here.id)?.stage ?? null;
  return worldOf({ kind: here.kind, stage });
}

type Named = { id: string; name: string };

/** Pages of a connection list its siblings at its name; other pages link to the Clouds of another one. */
function withConnection(
  path: string,
  trail: readonly Crumb[],
  here: Named,
  all: readonly Connection[],
): readonly Crumb[] {
  const own = `/connections/${here.id}`;
  if (path === own) return trail.map((crumb) => (crumb.href === undefined ? withSiblings(crumb) : crumb));
  return all.length > 1 && !path.startsWith(`${own}/`) ? [switcher(here, all), ...trail] : trail;

  function withSiblings(crumb: Crumb): Crumb {
    const named: readonly Named[] = all.some(({ id }) => id === here.id) ? all : [...all, here];
    const choices = named.map(({ id, name }) => ({
      label: name,
      href: `/connections/${id}`,
      current: id === here.id,
    }));
    return { ...crumb, choices };
  }
}

const WORLD_WORDS = { live: msg("Live"), test: msg("Test"), builtin: msg("Built-in") } as const;

/** Leads from a page of one Cloud to the Clouds of another connection. */
function switcher(here: Named, all: readonly Connection[]): Crumb {
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
