/**
 * npm run migration <name> Writes prisma/migrations/<stamp>_<name>/migration.sql, the SQL from the schema of the last migration (stored
 * next to it in schema.snapshot.prisma) to prisma/schema. Read the file before committing it, with the snapshot; it is never generated
 * again. The new migration is tried on a throw-away database first. For development only.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "./embedded/server.ts";
import { applyMigrations } from "./migrate.ts";
import { diffSchemas, readSchemaFiles, type SchemaFile } from "./schema-engine.ts";

const PRISMA_FOLDER = join(import.meta.dirname, "..", "..", "prisma");
const MIGRATIONS_FOLDER = join(PRISMA_FOLDER, "migrations");
const SNAPSHOT = "schema.snapshot.prisma";
const LOCK_FILE = `# Tells Prisma for which kind of database the migrations beside it are.\nprovider = "postgresql"\n`;

const name = process.argv[2] ?? "";
if (!/^[a-z][a-z0-9_]{2,60}$/.test(name)) {
  process.stderr.write("Usage: npm run migration <name>   (name: lower case letters, digits, underscores)\n");
  process.exit(2);
}

const dataDir = await mkdtemp(join(tmpdir(), "portico-migration-"));
const database = await startEmbeddedPostgres({ dataDir, settings: { fsync: "off" } });
try {
  const to = await readSchemaFiles(join(PRISMA_FOLDER, "schema"));
  const sql = await diffSchemas(database.url, await readSnapshot(), to);
  if (sql === "") {
    process.stdout.write("prisma/schema is what the last migration made: nothing to write.\n");
  } else {
    const stamp = new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14);
    const folder = join(MIGRATIONS_FOLDER, `${stamp}_${name}`);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "migration.sql"), sql);
    await writeFile(join(MIGRATIONS_FOLDER, "migration_lock.toml"), LOCK_FILE);
    await writeFile(
      join(MIGRATIONS_FOLDER, SNAPSHOT),
      to.map(({ content }) => content.trim()).join("\n\n") + "\n",
    );
    process.stdout.write(`Written: ${folder}/migration.sql\n`);
    await applyMigrations(database.url);
    process.stdout.write("It applies to an empty database after the ones before it.\n");
  }
} finally {
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function readSnapshot(): Promise<SchemaFile[]> {
  const content = await readFile(join(MIGRATIONS_FOLDER, SNAPSHOT), "utf8").catch(() => null);
  return content === null ? [] : [{ path: SNAPSHOT, content }];
}
