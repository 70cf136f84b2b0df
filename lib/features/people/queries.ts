/** Reads the members and invitations of Clouds and projects from what is known; refreshPeople reads the service. */
import { searchedText } from "#lib/core/address.ts";
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { nameStaff } from "#lib/auth/staff-names.ts";
import { readCursor, writeCursor } from "#lib/core/cursor.ts";
import { pageOf } from "#lib/core/paging/page-of.ts";
import { getDb, Prisma } from "#lib/db/client.ts";
import type { ListPage } from "#lib/elements/files/csv/small-table.ts";
import { addressKey } from "#lib/features/invitations/addresses/address-key.ts";
import { listOpenOperationIds } from "#lib/features/invitations/open-operations.ts";
import {
  CLOUD_TABLES,
  PROJECT_TABLES,
  type PlaceInput,
  type PlaceTables,
} from "#lib/features/invitations/places/place.ts";
import type { KnownPerson, PeoplePage, PeoplePart, PeopleQuery } from "./schema.ts";
import { type PersonRow, toPersonView, type PersonView } from "./view.ts";

const LIMIT_MAX = 200;

type Figures = Record<"member" | "projects" | "invited" | "clouds", number> & {
  name: string | null;
  readAt: Date | null;
};

type Span = Pick<PeopleQuery, "sort" | "isDescending" | "after" | "limit">;

/** By address by default; `next` is null at the end. */
export async function listPeople(actor: Actor, query: PeopleQuery): Promise<PeoplePage> {
  const [{ rows, next }, counts] = await Promise.all([findPage(actor, query), countPeople(peopleOf(query))]);
  return { rows: rows.map((row) => row()), next, counts };
}

/** How many people of a place are known, by part. */
export async function countPeopleOf(actor: Actor, place: PlaceInput): Promise<PeoplePage["counts"]> {
  requirePermission(actor, "portal:read");
  return countPeople(peopleOf(place));
}

/** One page of those that match, for pages and files. */
export function findPage(actor: Actor, query: PeopleQuery): Promise<ListPage<PersonView, string>> {
  return listPage(actor, peopleOf(query), whereOfPart(query.part), query);
}

/** Every Cloud and project that an address is a member of or invited to, by the Cloud's name. @param address as typed */
export async function getPerson(actor: Actor, address: string, span: Span = {}) {
  const people = placesOf(addressKey(address));
  const [page, [figures]] = await Promise.all([
    listPage(actor, people, whereOfPart(undefined), span),
    getDb().$queryRaw<Figures[]>`
      ${people}
      SELECT count("userId") FILTER (WHERE "projectId" IS NULL)::int AS member,
        count("userId") FILTER (WHERE "projectId" IS NOT NULL)::int AS projects,
        count(*) FILTER (WHERE "userId" IS NULL)::int AS invited,
        count(DISTINCT "cloudId") FILTER (WHERE "projectId" IS NULL)::int AS clouds,
        max(name) FILTER (WHERE name <> '') AS name, min("readAt") AS "readAt"
      FROM people WHERE ${whereOfPart(undefined)}`,
  ]);
  const { member = 0, projects = 0, invited = 0, clouds = 0, name = null, readAt = null } = figures ?? {};
  return {
    rows: page.rows.map((row) => row()),
    next: page.next,
    /** The name that the services state for members with this address; empty when none has one. */
    name: name ?? "",
    /** Clouds and projects that the person is a member of, and pending invitations to either. */
    counts: { member, projects, invited },
    /** Clouds that the person is a member of or invited to: what a removal from all Clouds would be about. */
    clouds,
    /** The oldest reading among the lists of those Clouds and projects; null: none was read. */
    readAt,
  };
}

/** The ledger of a project is its page of people, which also has what is on its way. */
const PENDING_IN_PROJECT = Prisma.sql`'WAITING', 'SENDING', 'UNKNOWN'`;

/** Known addresses, by a part of the address or the name; those that begin with it first. */
export async function findPeople(actor: Actor, typed: string, limit: number): Promise<KnownPerson[]> {
  requirePermission(actor, "portal:read");
  const wanted = searchedText(typed);
  if (wanted === "") return [];
  // Members are found in the index alone; only rows of an older version have no text in it.
  return getDb().$queryRaw<KnownPerson[]>`
    WITH searched AS (
      SELECT address, search_text FROM member WHERE NOT is_removed AND search_text IS NOT NULL
      UNION ALL
      SELECT address, address || ' ' || lower(name) FROM member WHERE NOT is_removed AND search_text IS NULL
      UNION ALL
      SELECT address, address FROM invitation WHERE state = 'WAITING' AND erased_at IS NULL
      UNION ALL
      SELECT address, coalesce(search_text, address || ' ' || lower(name)) FROM project_member WHERE NOT is_removed
      UNION ALL
      SELECT address, address FROM project_invitation WHERE state IN (${PENDING_IN_PROJECT}) AND erased_at IS NULL
    ), hit AS (
      SELECT address, position(${wanted} in address) = 1 AS "isFirst" FROM searched
      WHERE position(${wanted} in search_text) > 0 AND address <> ''
      GROUP BY address ORDER BY "isFirst" DESC, address LIMIT ${limit}
    ), known AS NOT MATERIALIZED (
      SELECT address, email, name, 'member' AS part, cloud_id FROM member WHERE NOT is_removed
      UNION ALL
      SELECT address, email, '', 'invited', cloud_id FROM invitation WHERE state = 'WAITING' AND erased_at IS NULL
      UNION ALL
      SELECT m.address, m.email, m.name, 'project', p.cloud_id
      FROM project_member m JOIN project p ON p.id = m.project_id
      WHERE NOT m.is_removed AND p.deleted_at IS NULL
      UNION ALL
      SELECT i.address, i.email, '', 'invited', p.cloud_id
      FROM project_invitation i JOIN project p ON p.id = i.project_id
      WHERE i.state IN (${PENDING_IN_PROJECT}) AND i.erased_at IS NULL AND p.deleted_at IS NULL
    )
    SELECT address, email, name, member, projects, invited FROM hit CROSS JOIN LATERAL (
      SELECT max(email) AS email, max(name) AS name,
        count(*) FILTER (WHERE part = 'member' AND is_shown)::int AS member,
        count(*) FILTER (WHERE part = 'project' AND is_shown)::int AS projects,
        count(*) FILTER (WHERE part = 'invited' AND is_shown)::int AS invited
      FROM known JOIN (
        SELECT c.id, c.deleted_at IS NULL AND n.archived_at IS NULL AS is_shown
        FROM cloud c JOIN connection n ON n.id = c.connection_id
      ) c ON c.id = cloud_id
      WHERE known.address = hit.address
    ) told
    ORDER BY "isFirst" DESC, address`;
}

async function listPage(
  actor: Actor,
  people: Prisma.Sql,
  where: Prisma.Sql,
  { sort = "address", isDescending = false, after, limit: asked = 50 }: Span,
): Promise<ListPage<PersonView, string>> {
  requirePermission(actor, "portal:read");
  const limit = Math.min(asked, LIMIT_MAX);
  const from = readCursor(after, 3);
  const past = isDescending ? Prisma.sql`<` : Prisma.sql`>`;
  const direction = isDescending ? Prisma.sql`DESC` : Prisma.sql`ASC`;
  const found = await getDb().$queryRaw<PersonRow[]>`
    ${people}, ordered AS (SELECT *, ${ORDERS[sort]} AS "order" FROM people WHERE ${where})
    SELECT * FROM ordered
    WHERE ${from === null ? Prisma.sql`true` : Prisma.sql`("order", place, key) ${past} (${Prisma.join(from)})`}
    ORDER BY "order" ${direction}, place ${direction}, key ${direction} LIMIT ${limit + 1}`;
  const { rows, next } = pageOf(found, limit, (last) => writeCursor([last.order, last.place, last.key]));
  const nameOf = await nameStaff(rows.map((row) => row.createdById));
  const operations = await listOpenOperationIds(
    rows.flatMap(({ invitationId, state }) =>
      state === "UNKNOWN" && invitationId !== null ? [{ id: invitationId }] : [],
    ),
  );
  return { rows: rows.map((row) => () => toPersonView(row, nameOf, operations)), next };
}

/** As text, so that a cursor can contain them. */
const ORDERS = {
  address: Prisma.sql`''`,
  role: Prisma.sql`lpad(coalesce(role, 0)::text, 10, '0')`,
  since: Prisma.sql`to_char(since AT TIME ZONE 'UTC', 'YYYYMMDDHH24MISSMS')`,
};

/** Members and pending invitations of one place as one table, filtered by the search. */
function peopleOf({ cloudId, projectId, search = "" }: PeopleQuery): Prisma.Sql {
  const wanted = searchedText(search);
  const where = Prisma.sql`position(${wanted} in p.address) > 0 OR position(${wanted} in lower(p.name)) > 0`;
  const place = Prisma.sql`p.address`;
  return projectId === undefined
    ? withPeople([ofClouds({ of: Prisma.sql`cloud_id = ${cloudId}::uuid`, place, where })])
    : withPeople([ofProjects({ of: Prisma.sql`project_id = ${projectId}::uuid`, place, where })]);
}

/** The same for one address, in all visible Clouds and projects. */
function placesOf(address: string): Prisma.Sql {
  const of = Prisma.sql`address = ${address} AND address <> ''`;
  const where = Prisma.sql`c.deleted_at IS NULL AND n.archived_at IS NULL`;
  return withPeople([
    ofClouds({ of, place: Prisma.sql`c.sort_name`, where }),
    ofProjects({
      of,
      place: Prisma.sql`c.sort_name || ' / ' || j.sort_name`,
      where: Prisma.sql`${where} AND j.deleted_at IS NULL`,
    }),
  ]);
}

/** `of`: which members and invitations; `place`: the column to sort by; `where`: which of them, with their place. */
type Wanted = { of: Prisma.Sql; place: Prisma.Sql; where: Prisma.Sql };

function withPeople(parts: readonly Prisma.Sql[]): Prisma.Sql {
  return Prisma.sql`WITH people AS (${Prisma.join([...parts], " UNION ALL ")})`;
}

function ofClouds(wanted: Wanted): Prisma.Sql {
  return selectPeople(wanted, CLOUD_TABLES, {
    states: Prisma.sql`'WAITING'`,
    project: Prisma.sql`NULL::uuid AS "projectId", NULL AS "projectName", c.invitations_read_at AS "readAt"`,
    from: Prisma.sql`p JOIN cloud c ON c.id = p.place_id`,
  });
}

/** All invitations into projects: the ledger has only those into Clouds. */
function ofProjects(wanted: Wanted): Prisma.Sql {
  return selectPeople(wanted, PROJECT_TABLES, {
    states: Prisma.sql`${PENDING_IN_PROJECT}, 'NOT_SENT', 'REFUSED', 'GONE', 'CANCELLED'`,
    project: Prisma.sql`j.id AS "projectId", j.name AS "projectName", j.people_read_at AS "readAt"`,
    from: Prisma.sql`p JOIN project j ON j.id = p.place_id JOIN cloud c ON c.id = j.cloud_id`,
  });
}

function selectPeople(
  { of, place, where }: Wanted,
  { member, invitation, id }: PlaceTables,
  { states, project, from }: { states: Prisma.Sql; project: Prisma.Sql; from: Prisma.Sql },
): Prisma.Sql {
  return Prisma.sql`(
    WITH m AS (SELECT *, ${id} AS place_id FROM ${member} WHERE ${of} AND NOT is_removed),
    i AS (SELECT *, ${id} AS place_id FROM ${invitation} WHERE ${of}),
    p AS (
      SELECT m.place_id, 'u' || m.service_id AS key, m.service_id AS "userId", i.id AS "invitationId", m.address,
        m.email, m.name, m.role, coalesce(i.joined_at, m.found_at) AS since, i.joined_at IS NULL AS "isAtLeast",
        i.created_by_id AS "createdById", 'JOINED'::"InvitationState" AS state, i.joined_at, '' AS evidence,
        NULL::jsonb AS "evidenceSaid"
      FROM m LEFT JOIN i ON i.place_id = m.place_id AND i.address = m.address AND m.address <> ''
      UNION ALL
      SELECT place_id, 'i' || id, NULL, id, address, email, '', role,
        CASE WHEN state = 'WAITING' THEN created_at ELSE state_since END, false, created_by_id, state, joined_at,
        evidence, evidence_said
      FROM i WHERE state IN (${states}) AND erased_at IS NULL
    )
    SELECT p."userId", p."invitationId", p.email, p.name, p.role, p.since, p."isAtLeast", p."createdById",
      p.state::text AS state, p.joined_at AS "joinedAt", p.evidence, p."evidenceSaid", ${place} AS place,
      p.place_id || p.key AS key, c.id AS "cloudId", c.name AS "cloudName", c.service_id AS "cloudNumber", n.id AS "connectionId",
      n.name AS "connectionName", ${project}
    FROM ${from} JOIN connection n ON n.id = c.connection_id
    WHERE ${where})`;
}

/** Ended invitations are shown only to those who ask for them. */
function whereOfPart(part: PeoplePart | undefined): Prisma.Sql {
  const isEnded = Prisma.sql`state IN ('NOT_SENT', 'REFUSED', 'GONE', 'CANCELLED')`;
  if (part === "ended") return isEnded;
  if (part === "members") return Prisma.sql`"userId" IS NOT NULL`;
  if (part === "invited") return Prisma.sql`"userId" IS NULL AND NOT ${isEnded}`;
  if (part === undefined) return Prisma.sql`NOT ${isEnded}`;
  const role = { administrators: 100, users: 50, guests: 25 }[part];
  return Prisma.sql`role = ${role} AND NOT ${isEnded}`;
}

async function countPeople(people: Prisma.Sql): Promise<PeoplePage["counts"]> {
  const count = (part: PeoplePart): Prisma.Sql =>
    Prisma.sql`count(*) FILTER (WHERE ${whereOfPart(part)})::int`;
  const [counts] = await getDb().$queryRaw<PeoplePage["counts"][]>`
    ${people}
    SELECT ${count("members")} AS members, ${count("invited")} AS invited,
      ${count("administrators")} AS administrators, ${count("users")} AS users, ${count("guests")} AS guests,
      ${count("ended")} AS ended
    FROM people`;
  return counts ?? { members: 0, invited: 0, administrators: 0, users: 0, guests: 0, ended: 0 };
}
