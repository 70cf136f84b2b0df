/** Who acts, and what a role may do. Commands take an Actor and check permissions here; only session.ts and boot make one. */
import { AppError } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";
import type { StaffRole } from "#lib/db/client.ts";

export type Actor = {
  readonly staffId: string;
  readonly name: string;
  readonly role: StaffRole;
  /** Reference of the request, shown to people and stored in log and audit. */
  readonly requestId: string;
};

const ROLES_OF = {
  "portal:read": ["VIEWER", "OPERATOR", "ADMINISTRATOR"],
  "elements:export": ["VIEWER", "OPERATOR", "ADMINISTRATOR"],
  "view:share": ["OPERATOR", "ADMINISTRATOR"],
  "view:manage": ["ADMINISTRATOR"],
  "cloud:create": ["OPERATOR", "ADMINISTRATOR"],
  "project:create": ["OPERATOR", "ADMINISTRATOR"],
  "registry:change": ["OPERATOR", "ADMINISTRATOR"],
  "registry:delete": ["ADMINISTRATOR"],
  "model:upload": ["OPERATOR", "ADMINISTRATOR"],
  "model:dismiss": ["OPERATOR", "ADMINISTRATOR"],
  "invitation:send": ["OPERATOR", "ADMINISTRATOR"],
  "member:change": ["OPERATOR", "ADMINISTRATOR"],
  "plan:run": ["OPERATOR", "ADMINISTRATOR"],
  "operation:settle": ["OPERATOR", "ADMINISTRATOR"],
  "mailbox:read": ["OPERATOR", "ADMINISTRATOR"],
  "connection:check": ["OPERATOR", "ADMINISTRATOR"],
  "connection:manage": ["ADMINISTRATOR"],
  "application:manage": ["ADMINISTRATOR"],
  "staff:manage": ["ADMINISTRATOR"],
  "audit:read": ["ADMINISTRATOR"],
} as const satisfies Record<string, readonly StaffRole[]>;

export type Permission = keyof typeof ROLES_OF;

/** True when the actor's role includes the permission. */
export function isAllowed(actor: Pick<Actor, "role">, permission: Permission): boolean {
  const roles: readonly StaffRole[] = ROLES_OF[permission];
  return roles.includes(actor.role);
}

/** @throws AppError FORBIDDEN when the actor's role does not include the permission. */
export function requirePermission(actor: Pick<Actor, "role">, permission: Permission): void {
  if (isAllowed(actor, permission)) return;
  throw new AppError(
    "FORBIDDEN",
    say(
      "Your role ({role, select, VIEWER {viewer} OPERATOR {operator} other {administrator}}) does not include this. Nothing was done. An administrator can change your role.",
      { role: actor.role },
    ),
  );
}
