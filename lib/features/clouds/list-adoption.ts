/**
 * Writes a service's list of clouds into the registry: clouds made elsewhere are adopted, names follow, and what is gone is marked. A list
 * that is the same as before, over the same rows, is not gone through again: it may have ten thousand clouds.
 */
import { createHash } from "node:crypto";
import { newId } from "#lib/core/ids.ts";
import type { CloudModel, Db } from "#lib/db/client.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { recordAudit, systemActor } from "#lib/features/activity/commands.ts";
import { subjectName } from "#lib/features/operations/policy.ts";
import type { Cloud } from "#lib/service/client/records.ts";

/** Writing a first, long list row by row. */
export const ADOPT_MS_MAX = 60_000;

/** Of each connection: the list that was adopted last and left nothing open, and the registry's rows as they were then. */
const settled = new Map<string, string>();

/** Brings the registry up to date with a list that was asked for at `startedAt`. */
export async function adopt(connectionId: string, list: readonly Cloud[], startedAt: Date): Promise<void> {
  const digest = createHash("sha256").update(JSON.stringify(list)).digest("base64");
  await inTransaction(async (tx) => {
    const settledNow = async (): Promise<string> => `${digest} ${await signRows(tx, connectionId)}`;
    if (settled.get(connectionId) === (await settledNow())) {
      await tx.connection.update({ where: { id: connectionId }, data: { cloudsReadAt: startedAt } });
      return;
    }
    settled.delete(connectionId);
    const isWhole = await adoptRows(tx, connectionId, list, startedAt);
    await tx.connection.update({ where: { id: connectionId }, data: { cloudsReadAt: startedAt } });
    if (isWhole) settled.set(connectionId, await settledNow());
  }, ADOPT_MS_MAX);
}

/** Changes with whatever adopting looks at. */
async function signRows(tx: Db, connectionId: string): Promise<string> {
  const [row] = await tx.$queryRaw<{ rows: number; hash: string | null }[]>`
    SELECT count(*)::int AS rows, bit_xor(hashtextextended(
      row(id, service_id, name, missing_since, deleted_at, unverified_since)::text, 0))::text AS hash
    FROM cloud WHERE connection_id = ${connectionId}::uuid`;
  return `${String(row?.rows ?? 0)} ${row?.hash ?? ""}`;
}

/** Writes what the list says; true when the same list at a later time would say nothing else. */
async function adoptRows(
  tx: Db,
  connectionId: string,
  list: readonly Cloud[],
  startedAt: Date,
): Promise<boolean> {
  const rows = await tx.cloud.findMany({
    where: { connectionId },
    select: {
      id: true,
      serviceId: true,
      name: true,
      missingSince: true,
      deletedAt: true,
      unverifiedSince: true,
      createdAt: true,
    },
  });
  const known = new Map(rows.map((row) => [Number(row.serviceId), row]));
  const listed = new Map(list.map((cloud) => [cloud.id, cloud]));
  const awaited = await listAwaitedNames(tx, connectionId);
  const fresh = [...listed.values()].filter(
    (cloud) => !known.has(cloud.id) && !awaited.has(subjectName(cloud.name ?? "")),
  );
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
  for (const row of rows) await follow(tx, row, listed.get(Number(row.serviceId)), startedAt);
  const isWhole =
    [...listed.keys()].filter((id) => !known.has(id)).length === fresh.length &&
    rows.every((row) =>
      listed.has(Number(row.serviceId))
        ? row.deletedAt === null || row.deletedAt < startedAt
        : row.missingSince !== null || row.createdAt < startedAt,
    );
  if (fresh.length === 0) return isWhole;
  await recordAudit(tx, {
    actor: systemActor(),
    action: "cloud.adopt",
    objectType: "connection",
    objectId: connectionId,
    after: { serviceIds: fresh.slice(0, 1000).map((cloud) => cloud.id), count: fresh.length },
    outcome: "DONE",
  });
  return isWhole;
}

type Known = Pick<CloudModel, "id" | "name" | "missingSince" | "deletedAt" | "unverifiedSince" | "createdAt">;

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
