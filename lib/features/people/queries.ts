/** Reads the people of clouds for people. It shows what is known; refreshInvitations reads the service. */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { readCursor, writeCursor } from "#lib/core/cursor.ts";
import { sayIn, t, type Language } from "#lib/core/texts.ts";
import { getDb, Prisma } from "#lib/db/client.ts";
import { listStaffNames } from "#lib/features/clouds/queries.ts";
import { addressKey } from "#lib/features/invitations/addresses/address-key.ts";
import { roleName } from "#lib/features/invitations/words.ts";
import type { KnownPerson, PeoplePage, PeoplePart, PeopleQuery, PersonPage, PersonView } from "./schema.ts";

const LIMIT_MAX = 200;

type Row = {
  key: string;
  /** What the rows are in the order of: the address in one cloud, the cloud's name of one address. */
  place: string;
  cloudId: string;
  cloudName: string;
  connectionId: string;
  connectionName: string;
  userId: bigint | null;
  invitationId: string | null;
  email: string;
  name: string;
  role: number | null;
  since: Date;
  isAtLeast: boolean;
  createdById: string | null;
};

type Span = { after?: string | undefined; limit?: number | undefined };

/** By address; `next` is null at the end. */
export async function listPeople(actor: Actor, query: PeopleQuery): Promise<PeoplePage> {
  const people = peopleOf(query);
  const [page, counts] = await Promise.all([
    listPage(actor, people, whereOfPart(query.part), query),
    countPeople(people),
  ]);
  return { rows: page.rows.map((row) => row()), next: page.next, counts };
}

/** All that match, read in pages; in the language of a file. */
export async function* iteratePeople(
  actor: Actor,
  query: PeopleQuery,
  language: Language,
): AsyncGenerator<PersonView> {
  let from: string | undefined;
  do {
    const span = { after: from, limit: LIMIT_MAX };
    const page = await listPage(actor, peopleOf(query), whereOfPart(query.part), span);
    yield* page.rows.map((row) => sayIn(language, row));
    from = page.next ?? undefined;
  } while (from !== undefined);
}

/** Every cloud that an address is a member of or invited into, by the cloud's name. @param address as typed */
export async function getPerson(actor: Actor, address: string, span: Span = {}): Promise<PersonPage> {
  const people = placesOf(addressKey(address));
  const [page, [figures]] = await Promise.all([
    listPage(actor, people, Prisma.sql`true`, span),
    getDb().$queryRaw<{ member: number; invited: number; name: string | null; readAt: Date | null }[]>`
      ${people}
      SELECT count("userId")::int AS member, count(*) FILTER (WHERE "userId" IS NULL)::int AS invited,
        max(name) FILTER (WHERE name <> '') AS name, min("readAt") AS "readAt"
      FROM people`,
  ]);
  return {
    rows: page.rows.map((row) => row()),
    next: page.next,
    name: figures?.name ?? "",
    counts: { member: figures?.member ?? 0, invited: figures?.invited ?? 0 },
    readAt: figures?.readAt ?? null,
  };
}

/** Addresses that are known, by a part of the address or the name; those that begin with it first. */
export async function findPeople(actor: Actor, typed: string, limit: number): Promise<KnownPerson[]> {
  requirePermission(actor, "portal:read");
  const wanted = searchOf(typed);
  if (wanted === "") return [];
  return getDb().$queryRaw<KnownPerson[]>`
    WITH known AS NOT MATERIALIZED (
      SELECT address, email, name, cloud_id FROM member WHERE NOT is_removed AND address <> ''
      UNION ALL
      SELECT address, email, '', cloud_id FROM invitation WHERE state = 'WAITING' AND erased_at IS NULL
    ), hit AS (
      SELECT address, position(${wanted} in address) = 1 AS "isFirst" FROM known
      WHERE position(${wanted} in address) > 0 OR position(${wanted} in lower(name)) > 0
      GROUP BY address ORDER BY "isFirst" DESC, address LIMIT ${limit}
    )
    SELECT address, email, name, clouds FROM hit CROSS JOIN LATERAL (
      SELECT max(email) AS email, max(name) AS name, count(DISTINCT cloud_id)::int AS clouds
      FROM known WHERE known.address = hit.address
    ) told
    ORDER BY "isFirst" DESC, address`;
}

function searchOf(typed: string): string {
  return typed.trim().toLowerCase().slice(0, 256).replaceAll("\0", "");
}

async function listPage(
  actor: Actor,
  people: Prisma.Sql,
  where: Prisma.Sql,
  { after, limit: asked = 50 }: Span,
): Promise<{ rows: (() => PersonView)[]; next: string | null }> {
  requirePermission(actor, "portal:read");
  const limit = Math.min(asked, LIMIT_MAX);
  const [place = "", key = ""] = readCursor(after, 2) ?? [];
  const found = await getDb().$queryRaw<Row[]>`
    ${people}
    SELECT * FROM people WHERE ${where} AND (place, key) > (${place}, ${key})
    ORDER BY place, key LIMIT ${limit + 1}`;
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const names = await listStaffNames(page.map((row) => row.createdById));
  return {
    rows: page.map((row) => () => toView(row, names)),
    next: found.length > limit && last !== undefined ? writeCursor([last.place, last.key]) : null,
  };
}

/** Members and pending invitations of one cloud as one table, as far as the search matches. */
function peopleOf({ cloudId, search = "" }: PeopleQuery): Prisma.Sql {
  const wanted = searchOf(search);
  return tableOf({
    of: Prisma.sql`cloud_id = ${cloudId}::uuid`,
    place: Prisma.sql`p.address`,
    where: Prisma.sql`position(${wanted} in p.address) > 0 OR position(${wanted} in lower(p.name)) > 0`,
  });
}

/** The same of one address, in all clouds that are shown. */
function placesOf(address: string): Prisma.Sql {
  return tableOf({
    of: Prisma.sql`address = ${address} AND address <> ''`,
    place: Prisma.sql`c.sort_name`,
    where: Prisma.sql`c.deleted_at IS NULL AND n.archived_at IS NULL`,
  });
}

/** @param of which members and invitations; `place`: what they are in the order of; `where`: which of them, with their cloud */
function tableOf({ of, place, where }: { of: Prisma.Sql; place: Prisma.Sql; where: Prisma.Sql }): Prisma.Sql {
  return Prisma.sql`
    WITH m AS (SELECT * FROM member WHERE ${of} AND NOT is_removed),
    i AS (SELECT * FROM invitation WHERE ${of}),
    p AS (
      SELECT m.cloud_id, 'u' || m.service_id AS key, m.service_id AS "userId", i.id AS "invitationId", m.address,
        m.email, m.name, m.role, coalesce(i.joined_at, m.found_at) AS since, i.joined_at IS NULL AS "isAtLeast",
        i.created_by_id AS "createdById"
      FROM m LEFT JOIN i ON i.cloud_id = m.cloud_id AND i.address = m.address AND m.address <> ''
      UNION ALL
      SELECT cloud_id, 'i' || id, NULL, id, address, email, '', role, created_at, false, created_by_id
      FROM i WHERE state = 'WAITING' AND erased_at IS NULL
    ), people AS (
      SELECT p."userId", p."invitationId", p.email, p.name, p.role, p.since, p."isAtLeast", p."createdById",
        ${place} AS place, p.cloud_id || p.key AS key, c.id AS "cloudId", c.name AS "cloudName",
        n.id AS "connectionId", n.name AS "connectionName", c.invitations_read_at AS "readAt"
      FROM p JOIN cloud c ON c.id = p.cloud_id JOIN connection n ON n.id = c.connection_id
      WHERE ${where}
    )`;
}

function whereOfPart(part: PeoplePart | undefined): Prisma.Sql {
  if (part === "members") return Prisma.sql`"userId" IS NOT NULL`;
  if (part === "invited") return Prisma.sql`"userId" IS NULL`;
  if (part === "administrators") return Prisma.sql`role = 100`;
  return part === "users" ? Prisma.sql`role = 50` : Prisma.sql`true`;
}

async function countPeople(people: Prisma.Sql): Promise<PeoplePage["counts"]> {
  const [counts] = await getDb().$queryRaw<PeoplePage["counts"][]>`
    ${people}
    SELECT count("userId")::int AS members, count(*) FILTER (WHERE ${whereOfPart("invited")})::int AS invited,
      count(*) FILTER (WHERE ${whereOfPart("administrators")})::int AS administrators,
      count(*) FILTER (WHERE ${whereOfPart("users")})::int AS users
    FROM people`;
  return counts ?? { members: 0, invited: 0, administrators: 0, users: 0 };
}

function toView(row: Row, names: ReadonlyMap<string, string>): PersonView {
  const { key, userId, invitationId, email, name, role, since, isAtLeast, createdById } = row;
  const { cloudId, cloudName, connectionId, connectionName } = row;
  return {
    key,
    cloud: { id: cloudId, name: cloudName, connectionId, connectionName },
    userId: userId === null ? null : Number(userId),
    invitationId,
    email,
    name,
    role,
    roleWords: userId !== null && role === null ? t("not stated") : roleName(role),
    since,
    isAtLeast,
    invitedByName: createdById === null ? null : (names.get(createdById) ?? t("a former member of staff")),
  };
}
