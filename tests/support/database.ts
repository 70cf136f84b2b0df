/** A separate database for a test file: cloned from the migrated template, so it is ready in milliseconds. */
import { randomBytes } from "node:crypto";
import { DatabaseError } from "pg";
import { afterAll, inject } from "vitest";
import { createClient, type PrismaClient } from "#lib/db/client.ts";
import { connect } from "./connected.ts";
import { until } from "./until.ts";

const INSUFFICIENT_PRIVILEGE = "42501";

/** Address of the database, and its end. */
export type TestDatabase = { readonly url: string; drop(): Promise<void> };

/** A new database with all migrations applied; `migrated: false` gives an empty one. */
export async function createTestDatabase(options: { migrated?: boolean } = {}): Promise<TestDatabase> {
  const { url, template } = inject("postgres");
  const name = `test_${randomBytes(8).toString("hex")}`;
  const source = options.migrated === false ? "template0" : template;
  // Copied file by file: block by block through the log, which is the default, takes six times the processor time.
  await runBeside(`create database ${name} template ${source} strategy file_copy`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return { url: own.href, drop: () => drop(name) };
}

/** A separate database for the file that calls this, with a client; both end with the file. */
export async function useTestDatabase(): Promise<{ readonly url: string; readonly db: PrismaClient }> {
  const database = await createTestDatabase();
  const db = createClient(database.url);
  afterAll(async () => {
    await db.$disconnect();
    await database.drop();
  });
  return { url: database.url, db };
}

/** Refused while autovacuum is working in it, which only a superuser may stop: it soon ends. */
async function drop(name: string): Promise<void> {
  await until(`the database ${name} is dropped`, async () => {
    try {
      await runBeside(`drop database if exists ${name} with (force)`);
      return true;
    } catch (thrown) {
      if (thrown instanceof DatabaseError && thrown.code === INSUFFICIENT_PRIVILEGE) return false;
      throw thrown;
    }
  });
}

/**
 * Ends the sessions of all clients of the database, and waits 20 ms; how many of them were at work.
 * Autovacuum may be there as well: only a superuser may stop it, and the whole statement would be refused.
 */
export async function endSessions(databaseUrl: string): Promise<number> {
  const rows = await runBeside(
    `select state, pg_terminate_backend(pid), pg_sleep(0.02) from pg_stat_activity
     where datname = '${new URL(databaseUrl).pathname.slice(1)}' and backend_type = 'client backend'`,
  );
  return rows.filter((session) => session["state"] === "active").length;
}

/** Runs it in the database that is common to all tests, beside those of single files; the rows. */
export const runBeside = (statement: string): Promise<Record<string, unknown>[]> =>
  query(inject("postgres").url, statement);

/** Runs it in a database, over a connection of its own; the rows. */
export async function query<Row extends object = Record<string, unknown>>(
  url: string,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  await using client = await connect(url);
  return (await client.query<Row>(statement, values)).rows;
}
