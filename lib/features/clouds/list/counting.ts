/** Counts Clouds or projects for the choices of a list, all in one reading of the rows. */
import { getDb, Prisma } from "#lib/db/client.ts";
import type { Shown } from "../schema.ts";
import { searchOf } from "./listing.ts";

const TABLES = { cloud: Prisma.sql`cloud`, project: Prisma.sql`project` };

/**
 * How many rows each choice has, by the conditions of WHERE_SHOWN and whereSearched in SQL.
 * @param among condition: the rows of the list, without its search
 * @param typed the search, as typed
 */
export async function countShown(
  table: keyof typeof TABLES,
  among: Prisma.Sql,
  typed: string | undefined,
): Promise<Record<Shown, number>> {
  const [counts] = await getDb().$queryRaw<[Record<Shown, number>]>`
    SELECT count(*) FILTER (WHERE archived_at IS NULL AND deleted_at IS NULL)::int AS current,
      count(archived_at)::int AS archived,
      count(*) FILTER (WHERE missing_since IS NOT NULL OR deleted_at IS NOT NULL)::int AS gone,
      count(*)::int AS all
    FROM ${TABLES[table]} WHERE ${among} AND ${isFound(typed)}`;
  return counts;
}

function isFound(typed: string | undefined): Prisma.Sql {
  const { name, number } = searchOf(typed);
  if (name === "") return Prisma.sql`true`;
  const byName = Prisma.sql`sort_name LIKE '%' || ${name} || '%'`;
  return number === null ? byName : Prisma.sql`(${byName} OR service_id = ${number})`;
}
