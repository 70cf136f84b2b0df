import { isAllowed, type Actor, type Permission } from "#lib/auth/actor.ts";
import { getEnv } from "#lib/core/env.ts";
import { t } from "#lib/core/texts.ts";
import type { Destination } from "../palette/find-items.ts";
import type { DeskPlace } from "./frame-context.ts";
import { PlaceIcon } from "./place-icon.tsx";

type Gated<P> = P & {
  /** What the page asks for; absent: every member of staff may open it. */
  permission?: Permission;
  /** false: this installation has no such page. */
  exists?: boolean;
};

/** The links of the rail that the person's role allows; a small screen's bar has the first five. */
export function listPlaces(actor: Actor): DeskPlace[] {
  return openTo<DeskPlace>(actor, [
    { href: "/", label: t("Overview"), icon: <PlaceIcon name="overview" />, exact: true },
    { href: "/clouds", label: t("Clouds"), icon: <PlaceIcon name="clouds" />, figure: "clouds" },
    { href: "/exports", label: t("Exports"), icon: <PlaceIcon name="exports" /> },
    {
      href: "/invitations",
      label: t("Invitations"),
      icon: <PlaceIcon name="invitations" />,
      figure: "invitations",
    },
    { href: "/people", label: t("People"), icon: <PlaceIcon name="people" />, minor: true },
    {
      href: "/operations",
      label: t("Operations"),
      icon: <PlaceIcon name="operations" />,
      figure: "operationsUncertain",
      hot: true,
    },
    { href: "/plans", label: t("Plans"), icon: <PlaceIcon name="plans" />, minor: true },
    { href: "/connections", label: t("Connections"), icon: <PlaceIcon name="connections" />, minor: true },
    {
      href: "/mailbox",
      label: t("Mailbox"),
      icon: <PlaceIcon name="mailbox" />,
      minor: true,
      permission: "mailbox:read",
      exists: getEnv().SMTP_URL === undefined,
    },
    {
      href: "/applications",
      label: t("Applications"),
      icon: <PlaceIcon name="applications" />,
      minor: true,
      permission: "application:manage",
      exists: hasApplications(),
    },
    {
      href: "/staff",
      label: t("Staff"),
      icon: <PlaceIcon name="staff" />,
      minor: true,
      permission: "staff:manage",
    },
    {
      href: "/audit",
      label: t("Audit"),
      icon: <PlaceIcon name="audit" />,
      minor: true,
      permission: "audit:read",
    },
  ]);
}

/** Pages below those of the rail that search can open. */
export function listFurtherPages(actor: Actor): Destination[] {
  return openTo<Destination>(actor, [
    { href: "/exports/bulk", label: t("Bulk exports"), icon: <PlaceIcon name="bulk" /> },
    {
      href: "/applications/people",
      label: t("People with an account"),
      icon: <PlaceIcon name="applications" />,
      permission: "application:manage",
      exists: hasApplications(),
    },
    {
      href: "/applications/webhooks",
      label: t("Webhook deliveries"),
      icon: <PlaceIcon name="applications" />,
      permission: "application:manage",
      exists: hasApplications(),
    },
    { href: "/start", label: t("First steps"), icon: <PlaceIcon name="steps" /> },
    { href: "/settings/security", label: t("Sign-in and security"), icon: <PlaceIcon name="security" /> },
    { href: "/settings/tokens", label: t("Access tokens"), icon: <PlaceIcon name="tokens" /> },
    { href: "/help", label: t("Help"), icon: <PlaceIcon name="help" />, also: "help hilfe guide anleitung" },
  ]);
}

/** What the person may create from anywhere; things that belong to one Cloud or project are offered on its page. */
export function listCreates(actor: Actor): Destination[] {
  return openTo<Destination>(actor, [
    {
      href: "/clouds/new",
      label: t("Create Cloud"),
      icon: <PlaceIcon name="create" />,
      permission: "cloud:create",
    },
    {
      href: "/clouds/adopt",
      label: t("Add a Cloud by number"),
      icon: <PlaceIcon name="number" />,
      permission: "cloud:create",
    },
    {
      href: "/plans/new",
      label: t("Create plan"),
      icon: <PlaceIcon name="create" />,
      permission: "plan:run",
    },
    {
      href: "/connections/new",
      label: t("Add connection"),
      icon: <PlaceIcon name="create" />,
      permission: "connection:manage",
    },
    {
      href: "/applications/new",
      label: t("Register application"),
      icon: <PlaceIcon name="create" />,
      permission: "application:manage",
      exists: hasApplications(),
    },
  ]);
}

function hasApplications(): boolean {
  return getEnv().PORTICO_EMBEDDED === "on";
}

function openTo<P>(actor: Actor, places: readonly Gated<P>[]): P[] {
  return places.flatMap(({ permission = "portal:read", exists = true, ...place }) =>
    exists && isAllowed(actor, permission) ? [place as P] : [],
  );
}
