/** What a removal would do with one person in each of their Clouds. Reads only what is known; asks no service. */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { now } from "#lib/core/clock.ts";
import { readCursor, writeCursor } from "#lib/core/cursor.ts";
import { pageOf } from "#lib/core/paging/page-of.ts";
import { getDb, Prisma } from "#lib/db/client.ts";
import { ASK_AGAIN_MS } from "#lib/features/connections/capabilities.ts";
import { addressKey } from "#lib/features/invitations/addresses/address-key.ts";
import { REMOVABLE, type PreviewView, type Verdict } from "./schema.ts";

const LIMIT = 100;

type Row = Omit<PreviewView, "cloudNumber"> & { cloudNumber: bigint; place: string };

/** By the Cloud's name; `next` is null at the end. @param address as typed */
export async function previewRemoval(
  actor: Actor,
  address: string,
  { after, limit = LIMIT }: { after?: string | undefined; limit?: number } = {},
) {
  requirePermission(actor, "portal:read");
  const places = placesOf(addressKey(address));
  const [from = "", id = ""] = readCursor(after, 2) ?? [];
  const [found, figures, staying] = await Promise.all([
    getDb().$queryRaw<Row[]>`
      ${places} SELECT * FROM place WHERE (place, "cloudId"::text) > (${from}, ${id})
      ORDER BY place, "cloudId"::text LIMIT ${limit + 1}`,
    getDb().$queryRaw<{ verdict: Verdict; count: number }[]>`
      ${places} SELECT verdict, count(*)::int AS count FROM place GROUP BY 1`,
    countStaying(addressKey(address)),
  ]);
  const page = pageOf(found, limit, (last) => writeCursor([last.place, last.cloudId]));
  const counts = { remove: 0, withdraw: 0, lastAdministrator: 0, notOffered: 0, missing: 0 };
  for (const { verdict, count } of figures) counts[verdict] = count;
  return {
    rows: page.rows.map(({ cloudId, cloudName, cloudNumber, connectionName, verdict }) => ({
      cloudId,
      cloudName,
      cloudNumber: Number(cloudNumber),
      connectionName,
      verdict,
    })),
    next: page.next,
    counts,
    /** How many Clouds would be changed. */
    removable: REMOVABLE.reduce((sum, verdict) => sum + counts[verdict], 0),
    /** How many projects keep the person or an invitation anyway. */
    staying,
  };
}

export type RemovalPreview = Awaited<ReturnType<typeof previewRemoval>>;

/**
 * Projects that a removal from Clouds leaves unchanged: where the person is not a member of the Cloud, or where an invitation is pending. A
 * service ends the other memberships in projects with that of the Cloud (docs/service "People of a project").
 */
async function countStaying(address: string): Promise<number> {
  const [row] = await getDb().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM project j JOIN cloud c ON c.id = j.cloud_id JOIN connection n ON n.id = c.connection_id
    WHERE c.deleted_at IS NULL AND j.deleted_at IS NULL AND n.archived_at IS NULL AND j.id IN (
      SELECT m.project_id FROM project_member m JOIN project p ON p.id = m.project_id
      WHERE m.address = ${address} AND m.address <> '' AND NOT m.is_removed AND NOT EXISTS (
        SELECT 1 FROM member o WHERE o.cloud_id = p.cloud_id AND o.address = m.address AND NOT o.is_removed)
      UNION
      SELECT project_id FROM project_invitation
      WHERE address = ${address} AND address <> '' AND state = 'WAITING' AND erased_at IS NULL)`;
  return row?.count ?? 0;
}

/** Each Cloud that has the address as a member or with a pending invitation, once. @param address normalised */
export function placesOf(address: string): Prisma.Sql {
  const since = new Date(now().getTime() - ASK_AGAIN_MS);
  return Prisma.sql`
    WITH m AS (
      SELECT cloud_id, bool_or(role = 100) AS is_administrator FROM member
      WHERE address = ${address} AND address <> '' AND NOT is_removed GROUP BY cloud_id
    ), i AS (
      SELECT DISTINCT cloud_id FROM invitation
      WHERE address = ${address} AND address <> '' AND state = 'WAITING' AND service_id IS NOT NULL AND erased_at IS NULL
    ), place AS (
      SELECT c.id AS "cloudId", c.name AS "cloudName", c.service_id AS "cloudNumber", n.name AS "connectionName",
        c.sort_name AS place,
        CASE
          WHEN c.missing_since IS NOT NULL THEN 'missing'
          WHEN coalesce(m.is_administrator, false) AND NOT EXISTS (
            SELECT 1 FROM member o WHERE o.cloud_id = c.id AND o.role = 100 AND NOT o.is_removed
              AND o.address <> ${address}
          ) THEN 'lastAdministrator'
          WHEN EXISTS (
            SELECT 1 FROM capability k WHERE k.connection_id = n.id AND NOT k.answers AND k.checked_at > ${since}
              AND k.operation = CASE WHEN m.cloud_id IS NULL THEN 'cancelInvitation' ELSE 'removeCloudUser' END
          ) THEN 'notOffered'
          WHEN m.cloud_id IS NULL THEN 'withdraw'
          ELSE 'remove'
        END AS verdict
      FROM (SELECT cloud_id FROM m UNION SELECT cloud_id FROM i) w
        JOIN cloud c ON c.id = w.cloud_id JOIN connection n ON n.id = c.connection_id
        LEFT JOIN m ON m.cloud_id = w.cloud_id
      WHERE c.deleted_at IS NULL AND n.archived_at IS NULL
    )`;
}
