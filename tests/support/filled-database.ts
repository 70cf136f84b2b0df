/**
 * Fills every table of a database of any version: as many rows as an enum has values, so that each state occurs; every other row has all
 * columns filled, the rest only the required ones. Reads the columns from the catalogue; knows nothing about any table.
 */
import { createHash } from "node:crypto";
import type { Client } from "pg";
import { connect } from "./connected.ts";

/** More than any enum of this database has values. */
export const ROWS_EACH = 16;

/** The value of a table's column in row n (from 0); `undefined` keeps its default. */
export type Meant = Readonly<Record<string, Readonly<Record<string, (n: number) => unknown>>>>;

export type Column = {
  table: string;
  name: string;
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
  /** In order; null: not an enum. */
  values: string[] | null;
  /** The table and column that it references. */
  target: string | null;
  targetColumn: string | null;
  isKey: boolean;
};

const COLUMNS = `
  select c.relname as "table", a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as "isNullable", a.atthasdef as "hasDefault",
    (select array_agg(e.enumlabel::text order by e.enumsortorder) from pg_enum e where e.enumtypid = a.atttypid) as values,
    f.confrelid::regclass::text as target, t.attname as "targetColumn",
    exists (select from pg_constraint p where p.conrelid = c.oid and p.contype = 'p' and a.attnum = any(p.conkey)) as "isKey"
  from pg_class c join pg_attribute a on a.attrelid = c.oid
    left join pg_constraint f on f.conrelid = c.oid and f.contype = 'f' and f.conkey = array[a.attnum]
    left join pg_attribute t on t.attrelid = f.confrelid and t.attnum = f.confkey[1]
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> '_prisma_migrations' and a.attnum > 0 and not a.attisdropped
  order by c.relname, a.attnum`;

/** The columns of every table of the portal, in order. */
export async function readColumns(client: Client): Promise<Column[]> {
  return (await client.query<Column>(COLUMNS)).rows;
}

/** The id of row n of a table with UUIDs as ids. */
export function idOf(table: string, n: number): string {
  const hex = createHash("sha256").update(table).digest("hex");
  return `${hex.slice(0, 8)}-0000-4000-8000-${String(n).padStart(12, "0")}`;
}

/** Fills all tables except those in `left`. @returns the names of the tables, in the order in which they were filled */
export async function fillEveryTable(url: string, meant: Meant, left: readonly string[]): Promise<string[]> {
  await using client = await connect(url);
  const columns = await readColumns(client);
  const open = Map.groupBy(
    columns.filter(({ table }) => !left.includes(table)),
    ({ table }) => table,
  );
  const filled: string[] = [];
  while (open.size > 0) {
    const next = [...open].find(([table, its]) => its.every((column) => isReady(column, table, filled)));
    if (next === undefined) throw new Error(`these tables need each other: ${[...open.keys()].join(", ")}`);
    const [table, its] = next;
    await fill(client, table, its, meant[table] ?? {}, filled);
    open.delete(table);
    filled.push(table);
  }
  return filled;
}

function isReady({ target, isNullable }: Column, table: string, filled: readonly string[]): boolean {
  return target === null || isNullable || target === table || filled.includes(target);
}

async function fill(
  client: Client,
  table: string,
  columns: readonly Column[],
  meant: Meant[string],
  filled: readonly string[],
): Promise<void> {
  const keys = columns.filter(({ isKey }) => isKey);
  // A table with an enum as its key has at most one row per value.
  const count = Math.min(ROWS_EACH, ...keys.map(({ values }) => values?.length ?? ROWS_EACH));
  for (let n = 0; n < count; n += 1) {
    const given = columns.flatMap((column): [string, unknown][] => {
      const own = meant[column.name];
      const value = own === undefined ? valueOf(column, n, filled) : own(n);
      return value === undefined ? [] : [[column.name, value]];
    });
    await insertRow(client, table, given);
  }
  // Numbers set explicitly must not be generated again.
  for (const { name } of columns)
    await client.query("select setval(pg_get_serial_sequence($1, $2), $3)", [
      `"${table}"`,
      name,
      ROWS_EACH + 1,
    ]);
}

/** @returns the row as the database has it */
export async function insertRow(
  client: Client,
  table: string,
  values: readonly (readonly [column: string, value: unknown])[],
): Promise<Record<string, unknown>> {
  const names = values.map(([name]) => `"${name}"`).join(", ");
  const places = values.map((_, at) => `$${String(at + 1)}`).join(", ");
  const text = `insert into "${table}" (${names}) values (${places}) returning *`;
  const { rows } = await client.query<Record<string, unknown>>(
    text,
    values.map(([, value]) => value),
  );
  return rows[0] ?? {};
}

/** @throws Error for a type that no table had so far */
function valueOf(column: Column, n: number, filled: readonly string[]): unknown {
  const { table, name, type, isNullable, hasDefault, values, target, targetColumn, isKey } = column;
  if (target !== null && !filled.includes(target)) return undefined;
  if (target !== null) return targetColumn === "id" && type === "uuid" ? idOf(target, n) : n + 1;
  if (isNullable && n % 2 === 1) return undefined;
  if (values !== null) return values[n % values.length];
  // A sequence continues from its current value.
  if (hasDefault && isKey && type === "integer") return undefined;
  switch (type) {
    case "uuid":
      return name === "id" ? idOf(table, n) : idOf(name, n);
    case "text":
      return `${name} ${String(n)}`;
    case "integer":
    case "bigint":
      return n + 1;
    case "boolean":
      return n % 2 === 0;
    case "timestamp with time zone":
      return new Date(Date.now() - n * 60_000);
    case "jsonb":
      return "{}";
    case "bytea":
      return Buffer.from([n, 255]);
    case "text[]":
      return [`${name} ${String(n)}`];
    default:
      throw new Error(`${table}.${name} is of type ${type}: say here what it shall hold`);
  }
}
