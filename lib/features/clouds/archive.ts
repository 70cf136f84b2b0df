/** Archives and restores Clouds. Concerns this portal only: nothing is sent, and nothing at the service changes. */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { now } from "#lib/core/clock.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { toAuditActor } from "#lib/audit/actor.ts";
import { recordAudit } from "#lib/audit/record.ts";
import { getCloudModel } from "./queries.ts";

/** Archives a Cloud; no further effect when it is archived already. @throws AppError NOT_FOUND, FORBIDDEN */
export function archiveCloud(actor: Actor, id: string): Promise<void> {
  return setArchived(actor, id, true);
}

/** Restores an archived Cloud. @throws AppError NOT_FOUND, FORBIDDEN */
export function bringBackCloud(actor: Actor, id: string): Promise<void> {
  return setArchived(actor, id, false);
}

async function setArchived(actor: Actor, id: string, isArchived: boolean): Promise<void> {
  requirePermission(actor, "registry:change");
  const cloud = await getCloudModel(id);
  await inTransaction(async (tx) => {
    const changed = await tx.cloud.updateMany({
      where: { id, archivedAt: isArchived ? null : { not: null } },
      data: { archivedAt: isArchived ? now() : null },
    });
    if (changed.count === 0) return;
    await recordAudit(tx, {
      actor: toAuditActor(actor),
      action: isArchived ? "cloud.archive" : "cloud.bring-back",
      objectType: "cloud",
      objectId: id,
      after: { name: cloud.name },
      outcome: "DONE",
    });
  });
}
