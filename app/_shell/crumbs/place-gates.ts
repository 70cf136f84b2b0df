import type { Permission } from "#lib/auth/actor.ts";
import { patternAt } from "./trail.ts";

/**
 * What the pages that show something by its name ask for, where it is more than to be of the staff. Each page asks itself; its breadcrumb,
 * which is made beside it, names nothing to whom the page would not.
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

/** The permission that an address of the staff asks for before it names anything; null where no page is. */
export function gateOf(way: readonly string[]): Permission | null {
  const pattern = patternAt(way);
  return pattern === undefined ? null : (GATES[pattern] ?? "portal:read");
}
