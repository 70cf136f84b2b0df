/** Every row of every table as text, for tests that prove that something changed nothing, or that a value is stored nowhere. */
import type { PrismaClient } from "#lib/db/client.ts";

/** Table (with its schema) → its rows as XML, in a fixed order. Includes the job queue's tables. */
export async function dumpDatabase(db: PrismaClient): Promise<Record<string, string>> {
  const rows = await db.$queryRaw<{ name: string; rows: string }[]>`
    SELECT format('%I.%I', table_schema, table_name) AS name,
      query_to_xml(format('SELECT * FROM %I.%I AS t ORDER BY t::text', table_schema, table_name), true, false, '')::text AS rows
    FROM information_schema.tables
    WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')
    ORDER BY 1`;
  return Object.fromEntries(rows.map((row) => [row.name, row.rows]));
}
