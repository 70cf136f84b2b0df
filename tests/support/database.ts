/** A database of its own for a test file: cloned from the migrated template, so it is there in milliseconds. */
import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { inject } from "vitest";

/** Address of the database, and its end. */
export type TestDatabase = { readonly url: string; drop(): Promise<void> };

/** A fresh database with all migrations applied; `migrated: false` gives an empty one. */
export async function createTestDatabase(options: { migrated?: boolean } = {}): Promise<TestDatabase> {
  const { url, template } = inject("postgres");
  const name = `test_${randomBytes(8).toString("hex")}`;
  const source = options.migrated === false ? "template0" : template;
  await run(url, `create database ${name} template ${source}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return { url: own.href, drop: () => run(url, `drop database if exists ${name} with (force)`) };
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
