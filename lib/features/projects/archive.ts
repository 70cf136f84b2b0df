/** Archives and restores projects. Concerns this portal only: nothing is sent, and nothing at the service changes. */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { now } from "#lib/core/clock.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { toAuditActor } from "#lib/audit/actor.ts";
import { recordAudit } from "#lib/audit/record.ts";
import { getProjectModel } from "./queries.ts";

/** Archives a project but not its children; no further effect when it is archived already. @throws AppError NOT_FOUND, FORBIDDEN */
export function archiveProject(actor: Actor, id: string): Promise<void> {
  return setArchived(actor, id, true);
}

/** Restores an archived project. @throws AppError NOT_FOUND, FORBIDDEN */
export function bringBackProject(actor: Actor, id: string): Promise<void> {
  return setArchived(actor, id, false);
}

async function setArchived(actor: Actor, id: string, isArchived: boolean): Promise<void> {
  requirePermission(actor, "registry:change");
  const project = await getProjectModel(id);
  await inTransaction(async (tx) => {
    const changed = await tx.project.updateMany({
      where: { id, archivedAt: isArchived ? null : { not: null } },
      data: { archivedAt: isArchived ? now() : null },
    });
    if (changed.count === 0) return;
    await recordAudit(tx, {
      actor: toAuditActor(actor),
      action: isArchived ? "project.archive" : "project.bring-back",
      objectType: "project",
      objectId: id,
      after: { name: project.name, cloudId: project.cloudId },
      outcome: "DONE",
    });
  });
}
