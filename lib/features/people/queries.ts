/** Reads the people of a cloud for people, by address. It shows what is known; refreshInvitations reads the service. */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { readCursor, writeCursor } from "#lib/core/cursor.ts";
import { sayIn, t, type Language } from "#lib/core/texts.ts";
import { getDb, Prisma } from "#lib/db/client.ts";
import { listStaffNames } from "#lib/features/clouds/queries.ts";
import { roleName } from "#lib/features/invitations/words.ts";
import type { PeoplePage, PeoplePart, PeopleQuery, PersonView } from "./schema.ts";

const LIMIT_MAX = 200;

type Row = {
  key: string;
  userId: bigint | null;
  invitationId: string | null;
  address: string;
  email: string;
  name: string;
  role: number | null;
  since: Date;
  isAtLeast: boolean;
  createdById: string | null;
};

/** By address; `next` is null at the end. */
export async function listPeople(actor: Actor, query: PeopleQuery): Promise<PeoplePage> {
  const [page, counts] = await Promise.all([listPage(actor, query), countPeople(query)]);
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
    const page = await listPage(actor, { ...query, after: from, limit: LIMIT_MAX });
    yield* page.rows.map((row) => sayIn(language, row));
    from = page.next ?? undefined;
  } while (from !== undefined);
}

async function listPage(
  actor: Actor,
  query: PeopleQuery,
): Promise<{ rows: (() => PersonView)[]; next: string | null }> {
  requirePermission(actor, "portal:read");
  const limit = Math.min(query.limit ?? 50, LIMIT_MAX);
  const [address = "", key = ""] = readCursor(query.after, 2) ?? [];
  const found = await getDb().$queryRaw<Row[]>`
    ${peopleOf(query)}
    SELECT * FROM people
    WHERE ${whereOfPart(query.part)} AND (address, key) > (${address}, ${key})
    ORDER BY address, key LIMIT ${limit + 1}`;
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const names = await listStaffNames(page.map((row) => row.createdById));
  return {
    rows: page.map((row) => () => toView(row, names)),
    next: found.length > limit && last !== undefined ? writeCursor([last.address, last.key]) : null,
  };
}

/** Members and pending invitations of the cloud as one table, as far as the search matches. */
function peopleOf({ cloudId, search = "" }: PeopleQuery): Prisma.Sql {
  const wanted = search.trim().toLowerCase().slice(0, 256).replaceAll("\0", "");
  return Prisma.sql`
    WITH everybody AS (
      SELECT 'u' || m.service_id AS key, m.service_id AS "userId", i.id AS "invitationId", m.address, m.email, m.name,
        m.role, coalesce(i.joined_at, m.found_at) AS since, i.joined_at IS NULL AS "isAtLeast",
        i.created_by_id AS "createdById"
      FROM member m
      LEFT JOIN invitation i ON i.cloud_id = m.cloud_id AND i.address = m.address AND m.address <> ''
      WHERE m.cloud_id = ${cloudId}::uuid AND NOT m.is_removed
      UNION ALL
      SELECT 'i' || i.id, NULL, i.id, i.address, i.email, '', i.role, i.created_at, false, i.created_by_id
      FROM invitation i
      WHERE i.cloud_id = ${cloudId}::uuid AND i.state = 'WAITING' AND i.erased_at IS NULL
    ), people AS (
      SELECT * FROM everybody
      WHERE position(${wanted} in address) > 0 OR position(${wanted} in lower(name)) > 0
    )`;
}

function whereOfPart(part: PeoplePart | undefined): Prisma.Sql {
  if (part === "members") return Prisma.sql`"userId" IS NOT NULL`;
  if (part === "invited") return Prisma.sql`"userId" IS NULL`;
  if (part === "administrators") return Prisma.sql`role = 100`;
  return part === "users" ? Prisma.sql`role = 50` : Prisma.sql`true`;
}

async function countPeople(query: PeopleQuery): Promise<PeoplePage["counts"]> {
  const [counts] = await getDb().$queryRaw<PeoplePage["counts"][]>`
    ${peopleOf(query)}
    SELECT count("userId")::int AS members, count(*) FILTER (WHERE ${whereOfPart("invited")})::int AS invited,
      count(*) FILTER (WHERE ${whereOfPart("administrators")})::int AS administrators,
      count(*) FILTER (WHERE ${whereOfPart("users")})::int AS users
    FROM people`;
  return counts ?? { members: 0, invited: 0, administrators: 0, users: 0 };
}

function toView(row: Row, names: ReadonlyMap<string, string>): PersonView {
  const { key, userId, invitationId, email, name, role, since, isAtLeast, createdById } = row;
  return {
    key,
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
