/**
 * Brings the queue's own tables (schema graphile_worker) up to date. Its migrations are the engine's, not ours; they may be
 * run by several processes at once and are quick when nothing is to do.
 */
import { runMigrations } from "graphile-worker";
import { jobLogger } from "./logging.ts";

/** The SQL of this folder names it as well, so no setting may move it. */
export const QUEUE_SCHEMA = "graphile_worker";

/** Makes or updates the queue's tables; needed before the first addJob. */
export async function migrateJobs(databaseUrl: string): Promise<void> {
  await runMigrations({ connectionString: databaseUrl, schema: QUEUE_SCHEMA, logger: jobLogger });
}
