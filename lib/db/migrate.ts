/**
 * Applies the migrations of prisma/migrations to a database. Each migration and its row in `_prisma_migrations` are one transaction, so a
 * process that dies at any statement leaves the database before or after the migration, never in between. The table is that of Prisma's own
 * tool, so `prisma migrate deploy` and this code may be mixed. Only these files may change a schema.
 */
import { createHash, randomUUID } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { DatabaseTrouble } from "./trouble.ts";

/** One migration folder: its name, its SQL, and the SHA-256 of the file in lower hex, as Prisma computes it. */
export type Migration = { readonly name: string; readonly sql: string; readonly checksum: string };

const MIGRATIONS_FOLDER = join(import.meta.dirname, "..", "..", "prisma", "migrations");

/** Any number, the same in all processes: makes processes that start on the same database wait for each other. */
const MIGRATION_LOCK = 7_046_122;

/** Prisma's own definition of its table (prisma-engines, schema-connector, postgres flavour). */
const LEDGER_TABLE = `create table if not exists "_prisma_migrations" (
  "id" varchar(36) primary key not null,
  "checksum" varchar(64) not null,
  "finished_at" timestamptz,
  "migration_name" varchar(255) not null,
  "logs" text,
  "rolled_back_at" timestamptz,
  "started_at" timestamptz not null default now(),
  "applied_steps_count" integer not null default 0
)`;

/** All migrations of `folder`, oldest first (names start with their time). */
export async function listMigrations(folder: string = MIGRATIONS_FOLDER): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.toSorted().map(async (name) => {
      const bytes = await readFile(join(folder, name, "migration.sql"));
      return {
        name,
        sql: bytes.toString("utf8"),
        checksum: createHash("sha256").update(bytes).digest("hex"),
      };
    }),
  );
}

/**
 * Brings the database at `databaseUrl` to the newest migration, or to the one named by `upTo`. Harmless when there is nothing to do, and
 * when several processes call it at once. Returns the names of those that were applied now, and the number of all.
 * @throws {DatabaseTrouble} not reached, a migration failed, or those of listNewer
 */
export async function applyMigrations(
  databaseUrl: string,
  folder: string = MIGRATIONS_FOLDER,
  upTo: string | null = null,
): Promise<{ applied: string[]; total: number }> {
  const all = await listMigrations(folder);
  const migrations = upTo === null ? all : all.slice(0, all.findIndex(({ name }) => name === upTo) + 1);
  const client = await connect(databaseUrl);
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await client.query(LEDGER_TABLE);
    const pending = findPending(migrations, await listApplied(client));
    for (const migration of pending) await applyOne(client, migration);
    return { applied: pending.map(({ name }) => name), total: migrations.length };
  } finally {
    // Closing the connection frees the lock too, also after an error.
    await client.end().catch(() => undefined);
  }
}

async function connect(databaseUrl: string): Promise<Client> {
  const client = new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 15_000,
    application_name: "portico-migrate",
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch (cause) {
    const { host, pathname } = new URL(databaseUrl);
    throw new DatabaseTrouble(
      `The database ${pathname.slice(1)} at ${host} cannot be reached: ` +
        `${cause instanceof Error ? cause.message : String(cause)}. Check DATABASE_URL and that PostgreSQL is running.`,
      { cause },
    );
  }
}

type Applied = Pick<Migration, "name" | "checksum">;

/**
 * The migrations of this version that a database with these lacks.
 * @throws {DatabaseTrouble} when it has an unknown one, or one that was changed since
 */
export async function listNewer(applied: readonly Applied[]): Promise<Migration[]> {
  return findPending(await listMigrations(), applied);
}

/** The migrations that are finished, oldest first. @throws {DatabaseTrouble} when one was begun only */
export async function listApplied(client: Client): Promise<Applied[]> {
  const { rows } = await client.query<Applied & { finished: boolean }>(
    `select migration_name as name, checksum, finished_at is not null as finished
     from "_prisma_migrations" where rolled_back_at is null`,
  );
  const cut = rows.find(({ finished }) => !finished);
  if (cut !== undefined) {
    throw new DatabaseTrouble(
      `Another tool began the migration ${cut.name} on this database and did not finish it. Find out whether its ` +
        `statements took effect, then set finished_at or rolled_back_at in its row of _prisma_migrations.`,
    );
  }
  return rows
    .map(({ name, checksum }) => ({ name, checksum }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

function findPending(migrations: readonly Migration[], applied: readonly Applied[]): Migration[] {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  for (const { name, checksum } of applied) {
    const own = known.get(name);
    if (own === undefined) {
      throw new DatabaseTrouble(
        `The database holds the migration ${name}, which this Portico does not know: it was used by a newer version. ` +
          `Start that version, or restore a backup made before the upgrade.`,
      );
    }
    if (own !== checksum) {
      throw new DatabaseTrouble(
        `The migration ${name} was changed after it had been applied to this database. ` +
          `Restore the file as it was and put the change into a new migration.`,
      );
    }
  }
  const done = new Set(applied.map(({ name }) => name));
  return migrations.filter(({ name }) => !done.has(name));
}

/** Matches a statement that would end our transaction in the middle of a migration. ("BEGIN" without ";" opens a function body.) */
const TRANSACTION_STATEMENT = /^\s*(begin|commit|rollback|start\s+transaction)\b[^;\n]*;/im;

async function applyOne(client: Client, migration: Migration): Promise<void> {
  const own = TRANSACTION_STATEMENT.exec(migration.sql);
  if (own !== null) {
    throw new DatabaseTrouble(
      `The migration ${migration.name} contains "${own[0].trim()}". Take it out: each migration is one transaction ` +
        "already, and nothing of it was applied.",
    );
  }
  try {
    await client.query("begin");
    await runMigration(client, migration);
    await client.query("commit");
  } catch (cause) {
    await client.query("rollback").catch(() => undefined);
    throw new DatabaseTrouble(
      `The migration ${migration.name} failed and was rolled back completely: ` +
        (cause instanceof Error ? cause.message : String(cause)),
      { cause },
    );
  }
}

/** Applies the migration and writes its row, in the caller's transaction. */
export async function runMigration(client: Client, migration: Migration): Promise<void> {
  await client.query(migration.sql);
  await client.query(
    `insert into "_prisma_migrations" (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     values ($1, $2, $3, now(), clock_timestamp(), 1)`,
    [randomUUID(), migration.checksum, migration.name],
  );
}
