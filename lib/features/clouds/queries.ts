/**
 * Reads Clouds for pages: the registry's rows, updated from the service's list where it has one. When a service does not answer, the page
 * shows how old the known rows are, never an empty list.
 */
import { now } from "#lib/core/clock.ts";
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { nameStaff } from "#lib/auth/staff-names.ts";
import { getById, notFound } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { say } from "#lib/core/texts.ts";
import { pageOf } from "#lib/core/paging/page-of.ts";
import { getDb, Prisma, type CloudModel, type ConnectionModel } from "#lib/db/client.ts";
import { platformCloudPath } from "#lib/service/contract/addresses.ts";
import { countPeople, NOBODY } from "./people-counts.ts";
import { countShown } from "./list/counting.ts";
import { cursorAfter, orderOf, placeOf, WHERE_SHOWN, whereSearched } from "./list/listing.ts";
import { readClouds } from "./reading.ts";
import type { ReadState, Shown, Sort } from "./schema.ts";

export type CloudWithConnection = CloudModel & { connection: ConnectionModel };

const LIMIT_MAX = 200;

export type CloudsQuery = {
  connectionId?: string | undefined;
  search?: string | undefined;
  /** "current" when absent. */
  shown?: Shown | undefined;
  /** "name" when absent. */
  sort?: Sort | undefined;
  after?: string | undefined;
  limit?: number | undefined;
};

/** `next` is null at the end. Reads the services' lists first. */
export async function listClouds(actor: Actor, query: CloudsQuery = {}) {
  const { connections, reads } = await readCloudLists(actor, query);
  return { ...(await findPage(query, connections)), reads };
}

/**
 * Reads the services' lists of Clouds, at most 8 s. A search that finds nothing reads them once more: somebody may be looking for a Cloud
 * that was created outside Portico a moment ago.
 */
async function readCloudLists(
  actor: Actor,
  query: CloudsQuery,
): Promise<{ connections: ConnectionModel[]; reads: ReadState[] }> {
  requirePermission(actor, "portal:read");
  const askedAt = now();
  const connections = await findConnections(query.connectionId);
  const reads = await Promise.all(connections.map((connection) => readClouds(connection)));
  if ((query.search ?? "").trim() === "") return { connections, reads };
  const where = { AND: [matching(query, connections), WHERE_SHOWN[query.shown ?? "current"]] };
  const isFound = (await getDb().cloud.findFirst({ where, select: { id: true } })) !== null;
  return { connections, reads: isFound ? reads : await readSince(askedAt, connections, reads) };
}

/** Asks every service once more for its list, unless such a reading began after `askedAt`. */
async function readSince(
  since: Date,
  connections: readonly ConnectionModel[],
  reads: readonly ReadState[],
): Promise<ReadState[]> {
  return Promise.all(
    connections.map(async (connection, index) => {
      const read = reads[index];
      const known = { ...connection, cloudsReadAt: read?.readAt ?? connection.cloudsReadAt };
      const again = await readClouds(known, { since });
      return { ...again, isNew: again.isNew || read?.isNew === true };
    }),
  );
}

/** Reads the services' lists of Clouds again because somebody asked for it. */
export async function refreshClouds(actor: Actor, connectionId?: string): Promise<ReadState[]> {
  requirePermission(actor, "portal:read");
  const connections = await findConnections(connectionId);
  return Promise.all(connections.map((connection) => readClouds(connection, { anew: true })));
}

function findConnections(connectionId: string | undefined): Promise<ConnectionModel[]> {
  return getDb().connection.findMany({
    where: connectionId === undefined ? { archivedAt: null } : { id: { in: [connectionId].filter(isId) } },
    orderBy: [{ kind: "asc" }, { name: "asc" }],
  });
}

async function findPage(query: CloudsQuery, connections: readonly ConnectionModel[]) {
  const limit = Math.min(query.limit ?? 50, LIMIT_MAX);
  const { shown = "current", sort = "name" } = query;
  const matches = matching(query, connections);
  const found = await getDb().cloud.findMany({
    where: { AND: [matches, WHERE_SHOWN[shown], placeOf(sort, query.after) ?? {}] },
    orderBy: orderOf(sort),
    take: limit + 1,
  });
  const byId = new Map(connections.map((connection) => [connection.id, connection]));
  const page = pageOf(found, limit, (last) => cursorAfter(sort, last));
  const rows = page.rows.flatMap((row) => {
    const connection = byId.get(row.connectionId);
    return connection === undefined ? [] : [{ ...row, connection }];
  });
  const ids = connections.map(({ id }) => id);
  const counts = await countShown("cloud", Prisma.sql`connection_id = ANY(${ids}::uuid[])`, query.search);
  return {
    rows: await toRows(rows),
    next: page.next,
    total: counts[shown],
    /** How many Clouds match the search, for each choice of `shown`. */
    counts,
  };
}

/** Archived connections hide their Clouds. */
function matching({ search }: CloudsQuery, connections: readonly ConnectionModel[]) {
  return { connectionId: { in: connections.map(({ id }) => id) }, ...whereSearched(search) };
}

/** A cloud with its connection's row, for commands and other features. @throws AppError NOT_FOUND */
export async function getCloudModel(id: string): Promise<CloudWithConnection> {
  return getById(id, say("This cloud"), () =>
    getDb().cloud.findUnique({ where: { id }, include: { connection: true } }),
  );
}

/** One cloud with its counts. @throws AppError NOT_FOUND */
export async function getCloud(actor: Actor, id: string): Promise<CloudRow> {
  return describeCloud(actor, await getCloudModel(id));
}

/** The same for a row at hand, with current counts. */
export async function describeCloud(actor: Actor, model: CloudWithConnection): Promise<CloudRow> {
  requirePermission(actor, "portal:read");
  const [row] = await toRows([model]);
  if (row === undefined) throw notFound(say("This cloud"));
  return row;
}

/** Where people find a Cloud on the platform: the redirect_uri of invitations (docs/service "Records"). */
export function platformAddress(connection: { platformUrl: string }, cloudServiceId: number): string {
  return connection.platformUrl + platformCloudPath(cloudServiceId);
}

async function toRows(rows: CloudWithConnection[]) {
  const ids = rows.map((row) => row.id);
  const [projects, people, nameOf] = await Promise.all([
    getDb().project.groupBy({
      by: ["cloudId"],
      where: { cloudId: { in: ids }, missingSince: null, archivedAt: null, deletedAt: null },
      _count: { _all: true },
    }),
    countPeople(ids),
    nameStaff(rows.map((row) => row.createdById)),
  ]);
  const projectCounts = new Map(projects.map((group) => [group.cloudId, group._count._all]));
  return rows.map((row) => ({
    id: row.id,
    serviceId: Number(row.serviceId),
    name: row.name,
    connection: {
      id: row.connection.id,
      name: row.connection.name,
      kind: row.connection.kind,
      stage: row.connection.stage,
      platformUrl: row.connection.platformUrl,
    },
    createdAt: row.createdAt,
    /** null: created outside Portico and found in the service's list. */
    createdByName: nameOf(row.createdById),
    version: row.version,
    archivedAt: row.archivedAt,
    deletedAt: row.deletedAt,
    missingSince: row.missingSince,
    /** Since when its number, typed in, awaits proof by an answer of the service. */
    unverifiedSince: row.unverifiedSince,
    projectCount: projectCounts.get(row.id) ?? 0,
    ...(people.get(row.id) ?? NOBODY),
    /** Where invited people find the Cloud. */
    platformAddress: platformAddress(row.connection, Number(row.serviceId)),
  }));
}

export type CloudRow = Awaited<ReturnType<typeof toRows>>[number];
