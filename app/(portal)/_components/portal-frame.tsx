import { Building2, CircleHelp, Download, House, Inbox, KeyRound, Mail } from "lucide-react";
import type { ReactNode } from "react";
import { findActor } from "#app/_server/page.ts";
import { AppFrame } from "#app/_ui/frame/app-frame.tsx";
import { Crumbs } from "#app/_ui/frame/crumbs.tsx";
import type { Crumb } from "#app/_ui/frame/crumbs.tsx";
import type { Place } from "#app/_ui/frame/rail-nav.tsx";
import { Topbar } from "#app/_ui/frame/topbar.tsx";
import { isAllowed } from "#lib/auth/actor.ts";
import { getEnv } from "#lib/core/env.ts";
import { PORTICO_VERSION } from "#lib/core/version.ts";
import { getDb } from "#lib/db/client.ts";
import { getFrameFacts } from "#lib/features/overview/queries.ts";
import { SignedInMenu } from "./signed-in-menu.tsx";

/**
 * The frame of every staff page: rail with counts, breadcrumb, the world one is in, the person.
 * `connection` is the one of the page's cloud; without it the installation's main one is named.
 */
export async function PortalFrame({
  crumbs,
  connection,
  children,
}: {
  crumbs: readonly Crumb[];
  connection?: { name: string; kind: "BUILTIN" | "LIVE" } | undefined;
  children: ReactNode;
}): Promise<ReactNode> {
  const actor = await findActor();
  // The page itself leads to the sign-in and back; a frame that did would not know where back is.
  if (actor === null) return null;
  const facts = await getFrameFacts(getDb());
  const here = connection ?? facts.connection;
  const world = here === null || here.kind === "BUILTIN" ? "builtin" : "live";
  const hasMailbox = getEnv().PORTICO_EMBEDDED === "on" && getEnv().SMTP_URL === undefined;
  const places: Place[] = [
    { href: "/", label: "Overview", icon: <House aria-hidden />, exact: true },
    { href: "/clouds", label: "Clouds", icon: <Building2 aria-hidden />, count: facts.clouds },
    { href: "/exports", label: "Exports", icon: <Download aria-hidden /> },
    {
      href: "/invitations",
      label: "Invitations",
      icon: <Mail aria-hidden />,
      count: facts.invitationsWaiting,
    },
    {
      href: "/operations",
      label: "Operations",
      icon: <CircleHelp aria-hidden />,
      ...(facts.operationsUncertain > 0 ? { count: facts.operationsUncertain, hot: true } : {}),
    },
  ];
  if (hasMailbox && isAllowed(actor, "mailbox:read")) {
    places.push({ href: "/mailbox", label: "Mailbox", icon: <Inbox aria-hidden />, minor: true });
  }
  if (getEnv().PORTICO_EMBEDDED === "on" && isAllowed(actor, "application:manage")) {
    places.push({
      href: "/applications",
      label: "Applications",
      icon: <KeyRound aria-hidden />,
      minor: true,
    });
  }
  return (
    <AppFrame
      world={world}
      home="/"
      places={places}
      foot={<span>Version {PORTICO_VERSION}</span>}
      topbar={
        <Topbar
          crumbs={<Crumbs items={crumbs} />}
          world={world}
          {...(here === null ? {} : { worldName: here.name })}
          person={
            <SignedInMenu
              name={actor.name}
              email={actor.email}
              places={places
                .filter((place) => place.minor === true)
                .map(({ href, label, icon }) => ({ href, label, icon }))}
            />
          }
        />
      }
    >
      {children}
    </AppFrame>
  );
}
