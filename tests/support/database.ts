/** A separate database for a test file: cloned from the migrated template, so it is ready in milliseconds. */
import { randomBytes } from "node:crypto";
import { Client, DatabaseError } from "pg";
import { inject } from "vitest";
import { until } from "./until.ts";

const INSUFFICIENT_PRIVILEGE = "42501";

/** Address of the database, and its end. */
export type TestDatabase = { readonly url: string; drop(): Promise<void> };

/** A new database with all migrations applied; `migrated: false` gives an empty one. */
export async function createTestDatabase(options: { migrated?: boolean } = {}): Promise<TestDatabase> {
  const { url, template } = inject("postgres");
  const name = `test_${randomBytes(8).toString("hex")}`;
  const source = options.migrated === false ? "template0" : template;
  await run(url, `create database ${name} template ${source}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return { url: own.href, drop: () => drop(url, name) };
}

/** Refused while autovacuum is working in it, which only a superuser may stop: it soon ends. */
async function drop(url: string, name: string): Promise<void> {
  await until(`the database ${name} is dropped`, async () => {
    try {
      await run(url, `drop database if exists ${name} with (force)`);
      return true;
    } catch (thrown) {
      if (thrown instanceof DatabaseError && thrown.code === INSUFFICIENT_PRIVILEGE) return false;
      throw thrown;
    }
  });
}

async function run(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
