import {
  Building2,
  CircleHelp,
  Download,
  Footprints,
  Hash,
  House,
  Inbox,
  KeyRound,
  KeySquare,
  ListChecks,
  Mail,
  Package,
  Plug,
  Plus,
  ScrollText,
  ShieldCheck,
  Users,
} from "lucide-react";
import type { Place } from "#app/_ui/frame/rail-nav.tsx";
import { isAllowed, type Actor } from "#lib/auth/actor.ts";
import { getEnv } from "#lib/core/env.ts";
import { t } from "#lib/core/texts.ts";
import type { Destination } from "./desk/find-items.ts";
import { SHORTCUTS } from "./desk/shortcuts.ts";

type Counts = { clouds: number; invitationsWaiting: number; operationsUncertain: number };

/** The places of the rail, as the person's role allows; the first five are those of the bar of a small screen. */
export function listPlaces(actor: Actor, counts: Counts): Place[] {
  const places: Place[] = [
    { href: "/", label: t("Overview"), icon: <House aria-hidden />, exact: true },
    { href: "/clouds", label: t("Clouds"), icon: <Building2 aria-hidden />, count: counts.clouds },
    { href: "/exports", label: t("Exports"), icon: <Download aria-hidden /> },
    {
      href: "/invitations",
      label: t("Invitations"),
      icon: <Mail aria-hidden />,
      count: counts.invitationsWaiting,
    },
    {
      href: "/operations",
      label: t("Operations"),
      icon: <CircleHelp aria-hidden />,
      ...(counts.operationsUncertain > 0 ? { count: counts.operationsUncertain, hot: true } : {}),
    },
    { href: "/plans", label: t("Plans"), icon: <ListChecks aria-hidden />, minor: true },
    { href: "/connections", label: t("Connections"), icon: <Plug aria-hidden />, minor: true },
  ];
  if (getEnv().SMTP_URL === undefined && isAllowed(actor, "mailbox:read")) {
    places.push({ href: "/mailbox", label: t("Mailbox"), icon: <Inbox aria-hidden />, minor: true });
  }
  if (hasApplications(actor)) {
    places.push({
      href: "/applications",
      label: t("Applications"),
      icon: <KeyRound aria-hidden />,
      minor: true,
    });
  }
  if (isAllowed(actor, "staff:manage")) {
    places.push({ href: "/staff", label: t("Staff"), icon: <Users aria-hidden />, minor: true });
  }
  if (isAllowed(actor, "audit:read")) {
    places.push({ href: "/audit", label: t("Audit"), icon: <ScrollText aria-hidden />, minor: true });
  }
  return places;
}

function hasApplications(actor: Actor): boolean {
  return getEnv().PORTICO_EMBEDDED === "on" && isAllowed(actor, "application:manage");
}

/** The pages that find-or-do leads to: those of the rail and some beneath them. */
export function listPages(actor: Actor): Destination[] {
  const rail = listPlaces(actor, { clouds: 0, invitationsWaiting: 0, operationsUncertain: 0 });
  return [
    ...rail.map(({ href, label, icon }) => ({ href, label, icon, keys: keysOf(href) })),
    { href: "/exports/bulk", label: t("Bulk exports"), icon: <Package aria-hidden /> },
    { href: "/start", label: t("First steps"), icon: <Footprints aria-hidden /> },
    { href: "/settings/security", label: t("Sign-in and security"), icon: <ShieldCheck aria-hidden /> },
    { href: "/settings/tokens", label: t("Access tokens"), icon: <KeySquare aria-hidden /> },
  ];
}

function keysOf(href: string): string | undefined {
  return SHORTCUTS.find((shortcut) => "href" in shortcut && shortcut.href === href)?.keys;
}

/** What the person may make from anywhere; what belongs to one Cloud or project is offered on its page. */
export function listCreates(actor: Actor): Destination[] {
  const creates: Destination[] = [];
  if (isAllowed(actor, "cloud:create")) {
    creates.push({ href: "/clouds/new", label: t("Create Cloud"), icon: <Plus aria-hidden /> });
    creates.push({ href: "/clouds/adopt", label: t("Add a Cloud by number"), icon: <Hash aria-hidden /> });
  }
  if (isAllowed(actor, "plan:run")) {
    creates.push({ href: "/plans/new", label: t("Make a plan"), icon: <Plus aria-hidden /> });
  }
  if (isAllowed(actor, "connection:manage")) {
    creates.push({ href: "/connections/new", label: t("Add connection"), icon: <Plus aria-hidden /> });
  }
  if (hasApplications(actor)) {
    creates.push({ href: "/applications/new", label: t("Register application"), icon: <Plus aria-hidden /> });
  }
  return creates;
}
