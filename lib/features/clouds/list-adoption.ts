/**
 * Writes a service's list of Clouds into the registry: adopts Clouds created outside Portico, updates names, and marks Clouds that are
 * gone. The database compares list and rows, so that of ten thousand Clouds only the differing ones are processed here.
 */
import { newId } from "#lib/core/ids.ts";
import { type CloudModel, type Db, inTransaction } from "#lib/db/client.ts";
import { recordAudit, systemActor } from "#lib/audit/record.ts";
import { listAwaitedNames } from "#lib/features/operations/awaited.ts";
import { subjectName } from "#lib/features/operations/rules/policy.ts";
import type { Cloud } from "#lib/service/client/records.ts";

/** Time for writing a first, long list row by row. */
export const ADOPT_MS_MAX = 60_000;

/** Updates the registry with a list that was requested at `startedAt`. */
export async function adopt(connectionId: string, list: readonly Cloud[], startedAt: Date): Promise<void> {
  const listed = new Map(list.map((cloud) => [cloud.id, cloud]));
  await inTransaction(async (tx) => {
    const differing = await findDiffering(tx, connectionId, listed);
    const fresh = differing.flatMap(({ listedId, id }) => {
      const cloud = id === null && listedId !== null ? listed.get(Number(listedId)) : undefined;
      return cloud === undefined ? [] : [cloud];
    });
    await adoptFresh(tx, connectionId, fresh, startedAt);
    for (const { listedId, ...row } of differing)
      if (isKnown(row)) await follow(tx, row, listed.get(Number(listedId ?? NaN)), startedAt);
    await tx.connection.update({ where: { id: connectionId }, data: { cloudsReadAt: startedAt } });
  }, ADOPT_MS_MAX);
}

type Known = Pick<CloudModel, "id" | "name" | "missingSince" | "deletedAt" | "unverifiedSince" | "createdAt">;
/** A row, a listed Cloud, or both where they differ. */
type Differing = { [K in keyof Known]: Known[K] | null } & { listedId: bigint | null };

const isKnown = (row: Omit<Differing, "listedId">): row is Known => row.id !== null;

/** Listed Clouds without a row, unlisted rows that are not yet marked as missing, and rows that differ from the list. */
function findDiffering(
  tx: Db,
  connectionId: string,
  listed: ReadonlyMap<number, Cloud>,
): Promise<Differing[]> {
  const told = JSON.stringify([...listed.values()].map((cloud) => ({ id: cloud.id, name: nameOf(cloud) })));
  return tx.$queryRaw<Differing[]>`
    SELECT l.id AS "listedId", c.id, c.name, c.missing_since AS "missingSince", c.deleted_at AS "deletedAt",
      c.unverified_since AS "unverifiedSince", c.created_at AS "createdAt"
    FROM json_to_recordset(${told}::json) AS l(id bigint, name text)
      FULL JOIN (SELECT * FROM cloud WHERE connection_id = ${connectionId}::uuid) c ON c.service_id = l.id
    WHERE c.id IS NULL OR CASE WHEN l.id IS NULL THEN c.missing_since IS NULL
      ELSE c.name <> l.name OR num_nonnulls(c.missing_since, c.deleted_at, c.unverified_since) > 0 END
    ORDER BY l.id, c.service_id`;
}

/** Adopts Clouds that the registry does not have, except those that somebody is creating right now. */
async function adoptFresh(
  tx: Db,
  connectionId: string,
  unknown: readonly Cloud[],
  startedAt: Date,
): Promise<void> {
  if (unknown.length === 0) return;
  // A person decides whether a listed Cloud is the result of an uncertain creation.
  const awaited = await listAwaitedNames(tx, { connectionId, kind: "CREATE_CLOUD" });
  const fresh = unknown.filter((cloud) => !awaited.has(subjectName(cloud.name ?? "")));
  if (fresh.length === 0) return;
  await insertClouds(tx, connectionId, fresh, startedAt);
  await recordAudit(tx, {
    actor: systemActor(),
    action: "cloud.adopt",
    objectType: "connection",
    objectId: connectionId,
    after: { serviceIds: fresh.slice(0, 1000).map((cloud) => cloud.id), count: fresh.length },
  });
}

/** One value of one statement: as ten thousand rows of their own they would keep the process from everything else for two seconds. */
async function insertClouds(
  tx: Db,
  connectionId: string,
  clouds: readonly Cloud[],
  startedAt: Date,
): Promise<void> {
  const values = JSON.stringify(
    clouds.map((cloud) => ({
      id: newId(),
      serviceId: cloud.id,
      name: nameOf(cloud),
      sortName: subjectName(nameOf(cloud)),
      createdMs: (dateOf(cloud.createdAt) ?? startedAt).getTime(),
    })),
  );
  await tx.$executeRaw`
    INSERT INTO cloud (id, connection_id, service_id, name, sort_name, created_at)
    SELECT v.id, ${connectionId}::uuid, v."serviceId", v.name, v."sortName", to_timestamp(v."createdMs" / 1000.0)
    FROM jsonb_to_recordset(${values}::jsonb)
      AS v(id uuid, "serviceId" bigint, name text, "sortName" text, "createdMs" bigint)
    ON CONFLICT DO NOTHING`;
}

async function follow(tx: Db, row: Known, cloud: Cloud | undefined, startedAt: Date): Promise<void> {
  if (cloud === undefined) {
    // A Cloud created after the list was requested is not missing.
    if (row.missingSince !== null || row.createdAt >= startedAt) return;
    await tx.cloud.update({ where: { id: row.id }, data: { missingSince: startedAt } });
    return;
  }
  // A list requested before the deletion may still name the Cloud.
  const deletedAt = row.deletedAt !== null && row.deletedAt < startedAt ? null : row.deletedAt;
  if (deletedAt !== null) return;
  const name = nameOf(cloud);
  const isSame = name === row.name && row.missingSince === null && row.unverifiedSince === null;
  if (isSame && row.deletedAt === null) return;
  await tx.cloud.update({
    where: { id: row.id },
    data: {
      name,
      sortName: subjectName(name),
      missingSince: null,
      deletedAt: null,
      unverifiedSince: null,
      ...(name === row.name ? {} : { version: { increment: 1 } }),
    },
  });
}

function nameOf(cloud: Cloud): string {
  return cloud.name ?? `Cloud ${String(cloud.id)}`;
}

/** A date from the service, if it is valid. */
export function dateOf(text: string | null): Date | null {
  if (text === null) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : new Date(at);
}
