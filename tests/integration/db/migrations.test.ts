/** What the migrations promise: they create exactly prisma/schema, once, whoever applies them and however often. */
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { applyMigrations, listMigrations } from "#lib/db/migrate.ts";
import { diffSchemas, readSchemaFiles } from "#lib/db/schema-engine.ts";
import { createTestDatabase, query, type TestDatabase } from "#tests/support/database.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");

/**
 * Everything that a migration can create in the schema "public", as comparable lines. The order of enum values is left out: a value that is
 * added later comes last, wherever the schema names it.
 */
const CATALOGUE = `
  select 'column ' || c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) ||
         case when a.attnotnull then ' not null' else '' end || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') as line
    from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
   where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and c.relname <> '_prisma_migrations'
  union all
  select 'index ' || indexdef from pg_indexes where schemaname = 'public' and tablename <> '_prisma_migrations'
  union all
  select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'f')
     and conrelid <> coalesce(to_regclass('_prisma_migrations'), 0)
  union all
  select 'enum ' || t.typname || ' ' || string_agg(e.enumlabel, ',' order by e.enumlabel)
    from pg_type t join pg_enum e on e.enumtypid = t.oid group by t.typname
  order by line`;

const databases: TestDatabase[] = [];

async function createDatabase(migrated: boolean): Promise<string> {
  const database = await createTestDatabase({ migrated });
  databases.push(database);
  return database.url;
}

/** A copy of the real migrations plus one more that a test may break. */
async function copyMigrations(name: string, sql: string): Promise<string> {
  const copy = join(folder, name);
  await cp(join(ROOT, "prisma", "migrations"), copy, { recursive: true });
  await mkdir(join(copy, "29990101000000_more"));
  await writeFile(join(copy, "29990101000000_more", "migration.sql"), sql);
  return copy;
}

const folder = await mkdtemp(join(tmpdir(), "portico-migrations-"));

afterAll(async () => {
  await Promise.all(databases.map((database) => database.drop()));
  await rm(folder, { recursive: true, force: true });
});

describe("migrations", () => {
  it("make exactly the tables that prisma/schema describes", async () => {
    const migrated = await createDatabase(true);
    const direct = await createDatabase(false);
    await query(direct, await diffSchemas(direct, [], await readSchemaFiles(join(ROOT, "prisma", "schema"))));
    const made = await query(migrated, CATALOGUE);
    expect(made.length).toBeGreaterThan(20);
    expect(made).toEqual(await query(direct, CATALOGUE));
  });

  it("come with the schema they lead to, so that the next one starts from there", async () => {
    const url = await createDatabase(false);
    const [snapshot] = await readSchemaFiles(join(ROOT, "prisma", "migrations"));
    const schema = await readSchemaFiles(join(ROOT, "prisma", "schema"));
    expect(await diffSchemas(url, snapshot === undefined ? [] : [snapshot], schema)).toBe("");
  });

  it("are applied once when several processes start on one empty database", async () => {
    const url = await createDatabase(false);
    const reports = await Promise.all([1, 2, 3, 4].map(() => applyMigrations(url)));
    const all = (await listMigrations()).map(({ name }) => name);
    expect(reports.flatMap(({ applied }) => applied).toSorted()).toEqual(all);
    const rows = await query(url, `select migration_name from "_prisma_migrations" order by 1`);
    expect(rows.map((row) => row["migration_name"])).toEqual(all);
  });

  it("change nothing when they are applied again", async () => {
    const url = await createDatabase(true);
    const before = await query(url, `select * from "_prisma_migrations"`);
    expect((await applyMigrations(url)).applied).toEqual([]);
    expect(await query(url, `select * from "_prisma_migrations"`)).toEqual(before);
  });

  it("leave nothing behind when a statement of one fails", async () => {
    const url = await createDatabase(true);
    const broken = await copyMigrations("broken", "create table half (id int);\nselect no_such_function();");
    await expect(applyMigrations(url, broken)).rejects.toThrow(/failed and was rolled back completely/);
    expect(await query(url, "select to_regclass('half') as found")).toEqual([{ found: null }]);
    const repaired = await copyMigrations("repaired", "create table half (id int);");
    expect((await applyMigrations(url, repaired)).applied).toEqual(["29990101000000_more"]);
  });

  it("cannot end their transaction in the middle", async () => {
    const url = await createDatabase(true);
    const folderWithCommit = await copyMigrations(
      "commit",
      "create table half (id int);\n  COMMIT;\nselect 1;",
    );
    await expect(applyMigrations(url, folderWithCommit)).rejects.toThrow(/contains "COMMIT;"/);
    expect(await query(url, "select to_regclass('half') as found")).toEqual([{ found: null }]);
  });

  it("refuse a database that a newer version has used", async () => {
    const url = await createDatabase(true);
    await applyMigrations(url, await copyMigrations("newer", "create table newer (id int);"));
    await expect(applyMigrations(url)).rejects.toThrow(
      /29990101000000_more, which this Portico does not know/,
    );
  });

  it("refuse a migration that was changed after it had been applied", async () => {
    const url = await createDatabase(true);
    const edited = await copyMigrations("before", "create table noted (id int);");
    await applyMigrations(url, edited);
    await writeFile(join(edited, "29990101000000_more", "migration.sql"), "create table noted (id bigint);");
    await expect(applyMigrations(url, edited)).rejects.toThrow(/was changed after it had been applied/);
  });

  it("name the database, not the password, when it cannot be reached", async () => {
    const attempt = applyMigrations("postgresql://someone:very-secret@127.0.0.1:1/nowhere");
    await expect(attempt).rejects.toThrow(/nowhere at 127\.0\.0\.1:1 cannot be reached/);
    await expect(attempt).rejects.not.toThrow(/very-secret/);
  });
});
