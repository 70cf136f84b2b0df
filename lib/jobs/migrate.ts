/**
 * Brings the queue's own tables (schema graphile_worker) up to date. The migrations are the engine's, not ours; several processes may run
 * them at once, and they are quick when there is nothing to do.
 */
import { runMigrations } from "graphile-worker";
import { jobLogger } from "./logging.ts";

/** The SQL of this folder contains the name as well, so no setting may change it. */
export const QUEUE_SCHEMA = "graphile_worker";

/** Makes or updates the queue's tables; needed before the first addJob. */
export async function migrateJobs(databaseUrl: string): Promise<void> {
  await runMigrations({ connectionString: databaseUrl, schema: QUEUE_SCHEMA, logger: jobLogger });
}
