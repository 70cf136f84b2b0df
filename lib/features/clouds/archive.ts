/** Archives and restores Clouds and projects. Concerns this portal only: nothing is sent, and nothing at the service changes. */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { now } from "#lib/core/clock.ts";
import { type Db, inTransaction } from "#lib/db/client.ts";
import { recordAudit } from "#lib/audit/record.ts";
import { getCloudModel } from "./queries.ts";

/** The part of a registry's table that archiving changes. */
type Table = {
  updateMany: (args: {
    where: { id: string; archivedAt: null | { not: null } };
    data: { archivedAt: Date | null };
  }) => PromiseLike<{ count: number }>;
};

type Archived = {
  kind: "cloud" | "project";
  id: string;
  table: (tx: Db) => Table;
  /** For the audit. */
  facts: { name: string; cloudId?: string };
};

/** Archives a Cloud, or restores it; no further effect when it is so already. @throws AppError NOT_FOUND, FORBIDDEN */
export async function archiveCloud(actor: Actor, id: string, isArchived = true): Promise<void> {
  requirePermission(actor, "registry:change");
  const { name } = await getCloudModel(id);
  await setArchived(actor, { kind: "cloud", id, table: (tx) => tx.cloud, facts: { name } }, isArchived);
}

/** The same for anything archived alike; the caller has checked the permission. */
export async function setArchived(
  actor: Actor,
  { kind, id, table, facts }: Archived,
  isArchived: boolean,
): Promise<void> {
  await inTransaction(async (tx) => {
    const changed = await table(tx).updateMany({
      where: { id, archivedAt: isArchived ? null : { not: null } },
      data: { archivedAt: isArchived ? now() : null },
    });
    if (changed.count === 0) return;
    await recordAudit(tx, {
      actor,
      action: isArchived ? `${kind}.archive` : `${kind}.bring-back`,
      objectType: kind,
      objectId: id,
      after: facts,
    });
  });
}
