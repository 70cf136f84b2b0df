/** What happened to rows: compares every row of some tables before and after. */
import { isDeepStrictEqual } from "node:util";
import { connect } from "./connected.ts";

export type Row = Record<string, unknown>;
/** Table → key → row. */
export type Tables = Record<string, Map<string, Row>>;

/** All rows of these tables. */
export async function readRows(url: string, tables: readonly string[]): Promise<Tables> {
  await using client = await connect(url);
  const found: Tables = {};
  for (const table of tables) {
    const keys = await client.query<{ name: string }>(
      `select a.attname as name from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
       where c.contype = 'p' and c.conrelid = $1::regclass order by 1`,
      [table],
    );
    const { rows } = await client.query<{ row: Row }>(`select to_jsonb(t) as row from "${table}" t`);
    found[table] = new Map(
      rows.map(({ row }) => [keys.rows.map(({ name }) => String(row[name])).join(" "), row]),
    );
  }
  return found;
}

/** What happened to the earlier rows: "table key is gone", "table key.column". */
export function listChanges(
  before: Tables,
  after: Tables,
  mayChange: Readonly<Record<string, (row: Row) => boolean>> = {},
): string[] {
  return Object.entries(before).flatMap(([table, rows]) =>
    [...rows].flatMap(([key, row]) => {
      const now = after[table]?.get(key);
      if (now === undefined) return [`${table} ${key} is gone`];
      if (mayChange[table]?.(row) === true) return [];
      const columns = Object.keys(row).filter((name) => !isDeepStrictEqual(row[name], now[name]));
      return columns.map((name) => `${table} ${key}.${name}`);
    }),
  );
}
