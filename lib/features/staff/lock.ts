/** Serialises changes of staff, so that two administrators cannot remove each other's role at the same time and leave none. */
import { requirePermission, type Actor, requirePermissionNow } from "#lib/auth/actor.ts";
import { type Db, inTransaction } from "#lib/db/client.ts";

/** Any fixed number. */
const STAFF_LOCK = 7_025_460_312n;

/** Waits for other changes of staff; held until the transaction ends. Call it first in the transaction. */
export async function lockStaff(tx: Db): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${STAFF_LOCK})`;
}

/** A transaction that changes staff, one at a time. */
export function whileLocked<T>(change: (tx: Db) => Promise<T>): Promise<T> {
  return inTransaction(async (tx) => {
    await lockStaff(tx);
    return change(tx);
  });
}

/** A change of staff by an administrator, one at a time, checked against the actor's current role. @throws AppError FORBIDDEN */
export async function manageStaff(actor: Actor, change: (tx: Db) => Promise<void>): Promise<void> {
  requirePermission(actor, "staff:manage");
  await whileLocked(async (tx) => {
    await requirePermissionNow(tx, actor, "staff:manage");
    await change(tx);
  });
}
