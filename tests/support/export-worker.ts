/**
 * A process that does nothing but work on exports, for tests that kill it. Configuration comes from its environment; it says
 * "ready" once it looks for jobs.
 */
import { requireEnv } from "#lib/core/env.ts";
import { runExport } from "#lib/features/exports/jobs.ts";
import { startJobs } from "#lib/jobs/runner.ts";

await startJobs({
  databaseUrl: requireEnv("DATABASE_URL"),
  handlers: {
    "portal.export-csv": runExport,
    "portal.export-part": (payload, context) => runExport(payload, context),
  },
});
process.stdout.write("ready\n");
