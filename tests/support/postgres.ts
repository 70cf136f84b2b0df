/**
 * Global setup of the integration project: one real PostgreSQL for the run, with a migrated template database with the queue's tables,
 * which is cloned for every test file (database.ts).
 */
import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "#lib/db/embedded/server.ts";
import { applyMigrations } from "#lib/db/migrate.ts";
import { migrateJobs } from "#lib/jobs/migrate.ts";
import { makeScratchFolder, removeAbandonedScratchFolders, removeScratchFolder } from "./scratch.ts";

const TEMPLATE = "portico_template";

/** Starts the server; vitest calls the returned function at the end of the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandonedScratchFolders();
  const dataDir = await makeScratchFolder("postgres");
  // The data is deleted after the run, so it need not survive a power cut.
  const settings = {
    fsync: "off",
    full_page_writes: "off",
    synchronous_commit: "off",
    max_connections: "300",
  };
  const server = await startEmbeddedPostgres({ dataDir, settings });
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  const template = new URL(server.url);
  template.pathname = `/${TEMPLATE}`;
  await applyMigrations(template.href);
  await migrateJobs(template.href);
  project.provide("postgres", { url: server.url, template: TEMPLATE });
  return async () => {
    await server.stop();
    await removeScratchFolder(dataDir);
  };
}

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the run's PostgreSQL (any database of it) and the name of the migrated template. */
    postgres: { url: string; template: string };
  }
}
