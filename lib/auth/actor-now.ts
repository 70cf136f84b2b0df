/**
 * What a person may do at the moment of a write: asked inside the transaction that writes, and held until it ends. A role that was
 * withdrawn, or an account that was disabled, while a form was open is seen here. It must not decide by what a request knew before.
 */
import { AppError } from "#lib/core/errors.ts";
import type { Db, StaffRole } from "#lib/db/client.ts";
import { requirePermission, type Actor, type Permission } from "./actor.ts";

/**
 * Reads the actor's role in the running transaction; a change of it waits until the transaction ends.
 * @throws AppError UNAUTHENTICATED when the account is gone or disabled, FORBIDDEN when its role does not include the permission
 */
export async function requirePermissionNow(
  tx: Db,
  actor: Pick<Actor, "staffId">,
  permission: Permission,
): Promise<void> {
  const rows = await tx.$queryRaw<{ role: StaffRole }[]>`
    SELECT role::text FROM staff WHERE id = ${actor.staffId}::uuid AND disabled_at IS NULL FOR SHARE`;
  const [row] = rows;
  if (row === undefined)
    throw new AppError("UNAUTHENTICATED", "Your account was disabled meanwhile. Nothing was done.");
  requirePermission(row, permission);
}
