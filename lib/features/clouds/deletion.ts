/** What the deletion of a Cloud takes along, and who did it. Reads only what is known; asks no service. */
import { isAllowed, requirePermission, type Actor } from "#lib/auth/actor.ts";
import { getDb } from "#lib/db/client.ts";
import type { Standing } from "./schema.ts";

/** `people`: who joined the Cloud or one of its projects, each once. `invitations`: pending ones to either. */
export type DeletionLoss = { projects: number; invitations: number; people: number };

/**
 * Archived projects count too: the service deletes them all the same. Where a list of members was never read or is not offered, those
 * count whose invitation was accepted.
 */
export async function countLoss(actor: Actor, cloudId: string): Promise<DeletionLoss> {
  requirePermission(actor, "portal:read");
  const [loss] = await getDb().$queryRaw<DeletionLoss[]>`
    WITH c AS (
      SELECT c.id, c.invitations_read_at IS NOT NULL AND coalesce(a.answers, true) AS is_listed
      FROM cloud c LEFT JOIN capability a ON a.connection_id = c.connection_id AND a.operation = 'listCloudUsers'
      WHERE c.id = ${cloudId}::uuid
    ), p AS (
      SELECT p.id, p.people_read_at IS NOT NULL AS is_listed FROM project p JOIN c ON c.id = p.cloud_id
      WHERE p.deleted_at IS NULL AND p.missing_since IS NULL
    ), i AS (
      SELECT i.address, i.state, c.is_listed FROM invitation i JOIN c ON c.id = i.cloud_id WHERE i.erased_at IS NULL
      UNION ALL
      SELECT i.address, i.state, p.is_listed FROM project_invitation i JOIN p ON p.id = i.project_id
      WHERE i.erased_at IS NULL
    ), joined AS (
      -- Whose address the service does not state is known by the number alone.
      SELECT coalesce(nullif(m.address, ''), 'cloud ' || m.service_id) AS person
      FROM member m JOIN c ON c.id = m.cloud_id WHERE c.is_listed AND NOT m.is_removed
      UNION
      SELECT coalesce(nullif(m.address, ''), 'project ' || m.project_id || ' ' || m.service_id)
      FROM project_member m JOIN p ON p.id = m.project_id WHERE NOT m.is_removed
      UNION
      SELECT address FROM i WHERE state = 'JOINED' AND NOT is_listed
    )
    SELECT (SELECT count(*)::int FROM p) AS projects,
      (SELECT count(*)::int FROM i WHERE state = 'WAITING') AS invitations,
      (SELECT count(*)::int FROM joined) AS people`;
  return loss ?? { projects: 0, invitations: 0, people: 0 };
}

/** Who deleted a Cloud in Portico; null: the audit does not have it any more. */
export async function findDeleter(actor: Actor, cloudId: string): Promise<string | null> {
  requirePermission(actor, "portal:read");
  const row = await getDb().audit.findFirst({
    where: { objectType: "cloud", objectId: cloudId, action: "cloud.delete", outcome: "DONE" },
    orderBy: { seq: "desc" },
    select: { actorName: true },
  });
  return row?.actorName ?? null;
}

/** What a person may begin in a Cloud: nothing in one that was deleted. */
export function offersIn(
  { deletedAt }: Pick<Standing, "deletedAt">,
  actor: Actor,
): { mayInvite: boolean; mayCreate: boolean } {
  const isThere = deletedAt === null;
  return {
    mayInvite: isThere && isAllowed(actor, "invitation:send"),
    mayCreate: isThere && isAllowed(actor, "project:create"),
  };
}
