import type { Permission } from "#lib/auth/actor.ts";
import { patternAt } from "./trail.ts";

/**
 * The permissions of pages that show something by its name, where they need more than being staff. Each page checks itself; the breadcrumb
 * made beside it must name nothing that the page would refuse.
 */
const GATES: Readonly<Record<string, Permission>> = {
  "/applications/*": "application:manage",
  "/clouds/*/invitations/lists/new": "invitation:send",
  "/clouds/*/invitations/new": "invitation:send",
  "/clouds/*/projects/*/people/new": "invitation:send",
  "/clouds/*/projects/*/settings": "registry:change",
  "/clouds/*/projects/adopt": "project:create",
  "/clouds/*/projects/lists/new": "project:create",
  "/clouds/*/projects/new": "project:create",
  "/connections/*/edit": "connection:manage",
  "/mailbox/*": "mailbox:read",
};

/** The permission that an address requires before it names anything; null where there is no page. */
export function gateOf(way: readonly string[]): Permission | null {
  const pattern = patternAt(way);
  return pattern === undefined ? null : (GATES[pattern] ?? "portal:read");
}
