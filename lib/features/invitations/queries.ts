/** Reads invitations for pages and files, in the requested order. */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { nameStaff } from "#lib/auth/staff-names.ts";
import { now } from "#lib/core/clock.ts";
import { isId } from "#lib/core/ids.ts";
import { keysetOf } from "#lib/core/paging/keyset.ts";
import { pageOf } from "#lib/core/paging/page-of.ts";
import { getDb, Prisma } from "#lib/db/client.ts";
import type { ListPage } from "#lib/elements/files/csv/small-table.ts";
import { whereSearched } from "#lib/features/clouds/list/listing.ts";
import { answers } from "#lib/features/connections/capabilities.ts";
import { subjectName } from "#lib/features/operations/rules/policy.ts";
import { briefEvidence, evidenceWithMail } from "./evidence.ts";
import { countLedger, countScope } from "./places/ledger-figures.ts";
import {
  countProjectParts,
  findProjectRows,
  searchOf,
  whereBetween,
  type LedgerRow,
} from "./places/project-ledger.ts";
import { rowWords, whereOfPart, type PartFigures } from "./ledger.ts";
import { listOpenOperationIds } from "./open-operations.ts";
import { CONFIRMABLE_STATES, ERASABLE_STATES, MAILS_MAX, remindableFrom } from "./policy.ts";
import type { InvitationsQuery, LedgerSort } from "./schema.ts";
import { addressWords, roleName, roleWords } from "./words.ts";

const LIMIT_MAX = 200;

const CLOUD_OF_ROW = { cloud: { select: { name: true, serviceId: true, connectionId: true } } } as const;

const { orderOf, cursorAfter, placeOf } = keysetOf<LedgerSort, "createdAt" | "address" | "stateSince">({
  newest: { field: "createdAt", direction: "desc", kind: "time" },
  oldest: { field: "createdAt", direction: "asc", kind: "time" },
  address: { field: "address", direction: "asc", kind: "text" },
  "-address": { field: "address", direction: "desc", kind: "text" },
  since: { field: "stateSince", direction: "asc", kind: "time" },
  "-since": { field: "stateSince", direction: "desc", kind: "time" },
});

/** In the requested order; `next` is null at the end. Shows what is known; refreshPeople reads the service. */
export async function listInvitations(actor: Actor, query: InvitationsQuery = {}) {
  const [page, figures] = await Promise.all([
    findInvitations(actor, query),
    query.into === "projects" ? countProjectParts(query) : countParts(query),
  ]);
  return { ...page, ...figures, rows: page.rows.map((row) => row()) };
}

/**
 * One page without the counts, which cost more than the page in a large ledger. Sentences are translated later, in the reader's language.
 */
export async function findInvitations(
  actor: Actor,
  query: InvitationsQuery,
): Promise<ListPage<InvitationView, string>> {
  requirePermission(actor, "portal:read");
  const limit = Math.min(query.limit ?? 50, LIMIT_MAX);
  const sort = query.sort ?? "newest";
  const span = { place: placeOf(sort, query.after) ?? {}, orderBy: orderOf(sort), take: limit + 1 };
  const found = await (query.into === "projects" ? findProjectRows(query, span) : findCloudRows(query, span));
  const { rows, next } = pageOf(found, limit, (last) => cursorAfter(sort, last));
  return { rows: await toViews(rows), next };
}

async function findCloudRows(
  query: InvitationsQuery,
  { place, orderBy, take }: Parameters<typeof findProjectRows>[1],
): Promise<LedgerRow[]> {
  const rows = await getDb().invitation.findMany({
    where: {
      ...whereInClouds(await findClouds(query)),
      ...whereBetween(query),
      AND: [query.part === undefined ? {} : whereOfPart(query.part), place],
    },
    orderBy,
    take,
    include: CLOUD_OF_ROW,
  });
  return rows.map((row) => ({ ...row, project: null }));
}

/** Ids of the requested Clouds; "all"; or the words that very many Clouds have in their name. */
type CloudScope = "all" | readonly string[] | { named: string };

/** Up to this many Clouds are searched by id, which the ledger's index supports; more by name, row by row. */
const CLOUDS_MAX = 200;

async function findClouds({ cloudId, cloudNamed }: InvitationsQuery): Promise<CloudScope> {
  if (cloudId !== undefined) return [cloudId].filter(isId);
  const where = whereSearched(cloudNamed);
  if (Object.keys(where).length === 0) return "all";
  const found = await getDb().cloud.findMany({ where, take: CLOUDS_MAX + 1, select: { id: true } });
  return found.length > CLOUDS_MAX ? { named: subjectName(cloudNamed ?? "") } : found.map(({ id }) => id);
}

function whereInClouds(scope: CloudScope): Prisma.InvitationWhereInput {
  if (scope === "all") return {};
  return "named" in scope
    ? { cloud: { sortName: { contains: scope.named } } }
    : { cloudId: { in: [...scope] } };
}

function inClouds(scope: CloudScope): Prisma.Sql[] {
  if (scope === "all") return [];
  if ("named" in scope)
    return [Prisma.sql`cloud_id IN (SELECT id FROM cloud WHERE position(${scope.named} in sort_name) > 0)`];
  return [scope.length === 0 ? NOTHING : Prisma.sql`cloud_id = ANY(${[...scope]}::uuid[])`];
}

/** In a large ledger the counts may be seconds old. */
function countParts(query: InvitationsQuery): Promise<PartFigures> {
  const { cloudId, cloudNamed = "", invitedBy } = query;
  const search = searchOf(query);
  if (cloudId === undefined && invitedBy === undefined && subjectName(cloudNamed) + search === "")
    return countLedger();
  return countScope(JSON.stringify([cloudId, cloudNamed, invitedBy, search]), async () => {
    const inAddress = search === "" ? [] : [Prisma.sql`position(${search} in address) > 0`];
    return Prisma.join([...inClouds(await findClouds(query)), ...byPerson(invitedBy), ...inAddress], " AND ");
  });
}

function byPerson(id: string | undefined): Prisma.Sql[] {
  if (id === undefined) return [];
  return [isId(id) ? Prisma.sql`created_by_id = ${id}::uuid` : NOTHING];
}

const NOTHING = Prisma.sql`false`;

/** Staff who have invited people, by name, for the filter. */
export async function listInviters(actor: Actor): Promise<{ id: string; name: string }[]> {
  requirePermission(actor, "portal:read");
  return getDb().$queryRaw<{ id: string; name: string }[]>`
    SELECT s.id, s.name FROM staff s WHERE EXISTS (SELECT 1 FROM invitation i WHERE i.created_by_id = s.id)
      OR EXISTS (SELECT 1 FROM project_invitation p WHERE p.created_by_id = s.id)
    ORDER BY lower(s.name), s.id`;
}

/** What pages and files show of the rows, each in the language of the moment. */
async function toViews(rows: LedgerRow[]) {
  const nameOf = await nameStaff(rows.map((row) => row.createdById));
  const operations = await listOpenOperationIds(rows.filter((row) => row.state === "UNKNOWN"));
  const lists = await findLists(rows.filter((row) => row.state === "PREPARED"));
  const listing = await findListing(rows.filter((row) => row.state === "WAITING"));
  const at = now();
  return rows.map((row) => {
    const operationId = operations.get(row.id);
    return () => ({
      id: row.id,
      cloudId: row.cloudId,
      cloudName: row.cloud.name,
      /** Its id at the service. */
      cloudNumber: Number(row.cloud.serviceId),
      /** null: into the Cloud itself. */
      project: row.project,
      email: addressWords(row.email),
      state: row.state,
      stateWords: rowWords(row),
      evidence: evidenceWithMail(row),
      /** The evidence as a row of the ledger shows it: the times of its emails have their own column there. */
      briefEvidence: briefEvidence(row),
      stateSince: row.stateSince,
      role: row.role,
      roleWords: row.project === null ? roleWords(row.role) : roleName(row.role),
      mailsAsked: row.mailsAsked,
      lastMailAt: row.lastMailAt,
      createdAt: row.createdAt,
      /** null: sent outside Portico by this application and found on the service's list. */
      invitedByName: nameOf(row.createdById),
      /** Another email may be sent. */
      canRemind: row.state === "WAITING" && row.erasedAt === null && row.mailsAsked < MAILS_MAX,
      /** Until then a reminder needs a reason; null: no reason needed. */
      remindableFrom: remindableFrom(row, at),
      canCancel: row.state === "WAITING" && row.serviceId !== null && row.erasedAt === null,
      canConfirm: row.erasedAt === null && CONFIRMABLE_STATES.some((state) => state === row.state),
      canErase:
        row.erasedAt === null &&
        ERASABLE_STATES.some((state) => state === row.state) &&
        // Otherwise the next reading would restore the address.
        (row.state !== "WAITING" || !listing.has(listOf(row))),
      /** May be invited again, with the address corrected or unchanged. */
      canInviteAnew: row.erasedAt === null && ANEW_STATES.some((state) => state === row.state),
      /** The list in which its turn has not come yet. */
      listHref: lists.get(`${row.cloudId} ${row.address}`) ?? null,
      /** The open operation, when a person must settle it. */
      operationHref: operationId === undefined ? null : `/operations/${operationId}`,
    });
  });
}

export type InvitationView = ReturnType<Awaited<ReturnType<typeof toViews>>[number]>;

/** The connections, with the kind of list, whose service lists pending invitations. */
async function findListing(rows: readonly LedgerRow[]): Promise<ReadonlySet<string>> {
  const kinds = new Map(rows.map((row) => [listOf(row), row]));
  const known = await Promise.all(
    [...kinds].map(async ([kind, { cloud, project }]) => {
      const list = project === null ? "listInvitations" : "listProjectUsers";
      return (await answers(cloud.connectionId, list)) === true ? [kind] : [];
    }),
  );
  return new Set(known.flat());
}

function listOf({ cloud, project }: LedgerRow): string {
  return `${project === null ? "clouds" : "projects"} ${cloud.connectionId}`;
}

const ANEW_STATES = ["REFUSED", "NOT_SENT", "CANCELLED", "GONE"] as const;

async function findLists(rows: LedgerRow[]): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map();
  const found = await getDb().invitationRunRow.findMany({
    where: {
      address: { in: rows.map((row) => row.address) },
      isIncluded: true,
      operationId: null,
      run: { cloudId: { in: rows.map((row) => row.cloudId) }, state: { in: ["RUNNING", "PAUSED"] } },
    },
    select: { address: true, runId: true, run: { select: { cloudId: true } } },
  });
  return new Map(
    found.map(({ address, runId, run: { cloudId } }) => [
      `${cloudId} ${address ?? ""}`,
      `/clouds/${cloudId}/invitations/lists/${runId}`,
    ]),
  );
}
