/**
 * Reads a whole database at one moment, row by row in PostgreSQL's own text form (which every type reads back unchanged), and writes it
 * into a database made by the same migrations. It knows tables and columns, but not their meaning. The queue's tables and the record of
 * running processes are left out: they belong to the running product, not to its data.
 */
import { Client } from "pg";
import { takeBackupLock } from "./backup-lock.ts";
import { listApplied, runMigration, type Migration } from "../migrate.ts";
import { DatabaseTrouble } from "../trouble.ts";

/** A table with its columns in their order. */
export type DumpedTable = { readonly name: string; readonly columns: readonly string[] };
export type DumpedSequence = { readonly name: string; readonly last: string; readonly isCalled: boolean };

export type Dump = Awaited<ReturnType<typeof openDump>>;

const ROWS_AT_ONCE = 2_000;
const LEFT_OUT = ["_prisma_migrations", "instance"];

/**
 * Opens a view of the database at `databaseUrl` at this moment. Until `close`, no stored file is removed (backup-lock.ts).
 * @throws {DatabaseTrouble} while another backup is being made; the error of connecting
 */
export async function openDump(databaseUrl: string) {
  const client = await connectForBackup(databaseUrl);
  const query = async <Row extends object>(statement: string): Promise<Row[]> =>
    (await client.query<Row>(statement)).rows;
  try {
    if (!(await takeBackupLock(client))) {
      throw new DatabaseTrouble("Another backup of this database is being made. Wait for it.");
    }
    await client.query("begin isolation level repeatable read read only");
    return {
      migrations: await listApplied(client),
      tables: await listTables(client),
      sequences: await query<DumpedSequence>(
        `select sequencename as name, coalesce(last_value, start_value)::text as last, last_value is not null as "isCalled"
         from pg_sequences where schemaname = current_schema() order by 1`,
      ),
      /** Rows of a table as text, a few thousand at a time. */
      iterateRows: async function* (table: string): AsyncGenerator<string[]> {
        await client.query(
          `declare dumped no scroll cursor for select t::text as row from ${quote(table)} t`,
        );
        for (;;) {
          const rows = await query<{ row: string }>(`fetch ${String(ROWS_AT_ONCE)} from dumped`);
          if (rows.length === 0) break;
          yield rows.map(({ row }) => row);
        }
        await client.query("close dumped");
      },
      /** Runs any query on the state of the same moment. */
      query,
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

export type Load = Awaited<ReturnType<typeof openLoad>>;

/**
 * Begins to fill the empty database at `databaseUrl`, in one transaction. It must have exactly the dump's migrations.
 * @throws {DatabaseTrouble} when it is not empty, or does not have the dump's tables
 */
export async function openLoad(
  databaseUrl: string,
  dump: { tables: readonly DumpedTable[]; sequences: readonly DumpedSequence[] },
) {
  const client = await connectForBackup(databaseUrl);
  const run = async (statement: string): Promise<void> => {
    await client.query(statement);
  };
  try {
    await run("begin");
    const tables = await listTables(client);
    for (const { name } of tables) await assertEmpty(client, name);
    const shape = (list: readonly DumpedTable[]): string => JSON.stringify(list);
    if (shape(tables) !== shape(dump.tables)) {
      throw new DatabaseTrouble(
        "The tables of the backup are not those that its own migrations make. Restore it with the version that made it.",
      );
    }
    const inserts = new Map<string, string>();
    for (const table of tables) inserts.set(table.name, await insertOf(client, table.name));
    const { rows: foreignKeys } = await client.query<{ table: string; name: string; rule: string }>(
      `select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as rule
       from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`,
    );
    // Rows may refer to each other in a circle; re-adding the constraints checks all rows at once.
    for (const { table, name } of foreignKeys) await run(`alter table ${table} drop constraint ${name}`);
    // The triggers checked these rows when they were first written.
    for (const { name } of tables) await run(`alter table ${quote(name)} disable trigger user`);
    return {
      /** Adds rows of a table, in the form of iterateRows. */
      insert: async (table: string, rows: readonly string[]): Promise<void> => {
        await client.query(inserts.get(table) ?? "", [rows]);
      },
      /** Call this when all rows are in: adds constraints, sequences, and migrations newer than the dump. */
      complete: async (newer: readonly Migration[]): Promise<void> => {
        for (const { name } of tables) await run(`alter table ${quote(name)} enable trigger user`);
        for (const { table, name, rule } of foreignKeys) {
          await run(`alter table ${table} add constraint ${name} ${rule}`);
        }
        for (const { name, last, isCalled } of dump.sequences) {
          await client.query("select setval(quote_ident($1)::regclass, $2::bigint, $3)", [
            name,
            last,
            isCalled,
          ]);
        }
        for (const migration of newer) await runMigration(client, migration);
      },
      /** Runs a further statement in the same transaction and returns its rows. */
      query: async <Row extends object>(statement: string, values?: unknown[]): Promise<Row[]> =>
        (await client.query<Row>(statement, values)).rows,
      commit: () => run("commit"),
      /** Without a commit nothing remains. */
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function connectForBackup(databaseUrl: string): Promise<Client> {
  const client = new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 15_000,
    application_name: "portico-backup",
  });
  client.on("error", () => undefined);
  await client.connect();
  // The text form of a row must not depend on a server's settings.
  await client.query(
    "set timezone to 'UTC'; set datestyle to 'ISO'; set intervalstyle to 'postgres'; set extra_float_digits to 1; set bytea_output to 'hex'",
  );
  return client;
}

async function listTables(client: Client): Promise<DumpedTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname <> all($1)
     group by c.relname order by c.relname`,
    [LEFT_OUT],
  );
  return rows;
}

async function assertEmpty(client: Client, table: string): Promise<void> {
  const { rows } = await client.query(`select from ${quote(table)} limit 1`);
  if (rows.length === 0) return;
  throw new DatabaseTrouble(
    `The database is not empty: its table ${table} has rows. A backup is restored into an empty one only; nothing was changed.`,
  );
}

/** The INSERT for a table, without columns that the database computes. */
async function insertOf(client: Client, table: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [quote(table)],
  );
  const columns = rows.map(({ name }) => name);
  const values = columns.map((name) => `(read.line).${name}`);
  return (
    `insert into ${quote(table)} (${columns.join(", ")}) overriding system value select ${values.join(", ")} ` +
    `from (select line::${quote(table)} as line from unnest($1::text[]) line offset 0) read`
  );
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
