/** Serialises changes of staff, so that two administrators cannot remove each other's role at the same time and leave none. */
import type { Db } from "#lib/db/client.ts";

/** Any fixed number. */
const STAFF_LOCK = 7_025_460_312n;

/** Waits for other changes of staff; held until the transaction ends. Call it first in the transaction. */
export async function lockStaff(tx: Db): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${STAFF_LOCK})`;
}
