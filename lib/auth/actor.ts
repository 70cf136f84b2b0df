/**
 * Who acts, and what a role may do: as the request knows it, and at the moment of a write (the functions that end in Now). These read the
 * role inside the writing transaction and lock it until that ends, so that a role that was withdrawn, or an account that was disabled, while
 * a form was open has no effect any more. Commands take an Actor and check permissions here; only session.ts and boot make one.
 */
import { AppError, forbidden } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";
import type { Db, StaffRole } from "#lib/db/client.ts";

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
  throw forbidden(
    say(
      "Your role ({role, select, VIEWER {viewer} OPERATOR {operator} other {administrator}}) does not include this. Nothing was done. An administrator can change your role.",
      { role: actor.role },
    ),
  );
}

/**
 * Reads the actor's role in the running transaction; changes of the role wait until the transaction ends.
 * @throws AppError UNAUTHENTICATED when the account is gone or disabled, FORBIDDEN when its role does not include the permission
 */
export async function requirePermissionNow(
  tx: Db,
  actor: Pick<Actor, "staffId">,
  permission: Permission,
): Promise<void> {
  requirePermission({ role: await lockRole(tx, actor.staffId) }, permission);
}

/**
 * The same for requests that were allowed because of their role, whichever role that was.
 * @throws AppError UNAUTHENTICATED when the account is gone or disabled, FORBIDDEN when its role has changed
 */
export async function requireSameRoleNow(tx: Db, actor: Pick<Actor, "staffId" | "role">): Promise<void> {
  if ((await lockRole(tx, actor.staffId)) === actor.role) return;
  throw forbidden(say("Your role was changed meanwhile. Nothing was done. Sign in again."));
}

async function lockRole(tx: Db, staffId: string): Promise<StaffRole> {
  const rows = await tx.$queryRaw<{ role: StaffRole }[]>`
    SELECT role::text FROM staff WHERE id = ${staffId}::uuid AND disabled_at IS NULL FOR SHARE`;
  const [row] = rows;
  if (row === undefined)
    throw new AppError("UNAUTHENTICATED", say("Your account was disabled meanwhile. Nothing was done."));
  return row.role;
}
