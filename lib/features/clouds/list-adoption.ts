/**
 * Writes a service's list of clouds into the registry: clouds made elsewhere are adopted, names follow, and what is gone is marked. The
 * database compares list and rows, so that of a list of ten thousand only what differs is gone through here.
 */
import { newId } from "#lib/core/ids.ts";
import type { CloudModel, Db } from "#lib/db/client.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { systemActor } from "#lib/audit/actor.ts";
import { recordAudit } from "#lib/audit/record.ts";
import { subjectName } from "#lib/features/operations/rules/policy.ts";
import type { Cloud } from "#lib/service/client/records.ts";

/** Writing a first, long list row by row. */
export const ADOPT_MS_MAX = 60_000;

/** Brings the registry up to date with a list that was asked for at `startedAt`. */
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
/** A row, a listed cloud, or both where they do not agree. */
type Differing = { [K in keyof Known]: Known[K] | null } & { listedId: bigint | null };

const isKnown = (row: Omit<Differing, "listedId">): row is Known => row.id !== null;

/** Listed clouds without a row, rows that are not listed and not said to be missing, and rows that are not what the list says. */
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

/** Clouds that the registry does not have, but for those that somebody is just creating. */
async function adoptFresh(
  tx: Db,
  connectionId: string,
  unknown: readonly Cloud[],
  startedAt: Date,
): Promise<void> {
  if (unknown.length === 0) return;
  const awaited = await listAwaitedNames(tx, connectionId);
  const fresh = unknown.filter((cloud) => !awaited.has(subjectName(cloud.name ?? "")));
  if (fresh.length === 0) return;
  await tx.cloud.createMany({
    data: fresh.map((cloud) => ({
      id: newId(),
      connectionId,
      serviceId: BigInt(cloud.id),
      name: nameOf(cloud),
      sortName: subjectName(nameOf(cloud)),
      createdAt: dateOf(cloud.createdAt) ?? startedAt,
    })),
    skipDuplicates: true,
  });
  await recordAudit(tx, {
    actor: systemActor(),
    action: "cloud.adopt",
    objectType: "connection",
    objectId: connectionId,
    after: { serviceIds: fresh.slice(0, 1000).map((cloud) => cloud.id), count: fresh.length },
    outcome: "DONE",
  });
}

async function follow(tx: Db, row: Known, cloud: Cloud | undefined, startedAt: Date): Promise<void> {
  if (cloud === undefined) {
    // A cloud made while the list was on its way is not missing.
    if (row.missingSince !== null || row.createdAt >= startedAt) return;
    await tx.cloud.update({ where: { id: row.id }, data: { missingSince: startedAt } });
    return;
  }
  // A list that was on its way while it was deleted still names it.
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

/** Names whose creation is under way or uncertain: a person decides whether a listed cloud is that one. */
async function listAwaitedNames(tx: Db, connectionId: string): Promise<Set<string>> {
  const open = await tx.operation.findMany({
    where: { connectionId, kind: "CREATE_CLOUD", state: { in: ["SENDING", "UNKNOWN", "DONE_ID_LOST"] } },
    select: { title: true },
  });
  return new Set(open.map((operation) => subjectName(operation.title)));
}

function nameOf(cloud: Cloud): string {
  return cloud.name ?? `Cloud ${String(cloud.id)}`;
}

/** A date the service states, when it is one. */
export function dateOf(text: string | null): Date | null {
  if (text === null) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : new Date(at);
}
