/**
 * What a person may do at the moment of a write: read inside the writing transaction, and locked until it ends. This catches a role that
 * was withdrawn, or an account that was disabled, while a form was open. It must not rely on what the request read before.
 */
import { AppError } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";
import type { Db, StaffRole } from "#lib/db/client.ts";
import { requirePermission, type Actor, type Permission } from "./actor.ts";

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
  throw new AppError("FORBIDDEN", say("Your role was changed meanwhile. Nothing was done. Sign in again."));
}

async function lockRole(tx: Db, staffId: string): Promise<StaffRole> {
  const rows = await tx.$queryRaw<{ role: StaffRole }[]>`
    SELECT role::text FROM staff WHERE id = ${staffId}::uuid AND disabled_at IS NULL FOR SHARE`;
  const [row] = rows;
  if (row === undefined)
    throw new AppError("UNAUTHENTICATED", say("Your account was disabled meanwhile. Nothing was done."));
  return row.role;
}
