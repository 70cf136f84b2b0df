/** A process that only works on exports, for tests that kill it. Configured by its environment; prints "ready" once it looks for jobs. */
import { requireEnv } from "#lib/core/env.ts";
import { runExport } from "#lib/features/exports/jobs.ts";
import { startJobs } from "#lib/jobs/runner.ts";
import { sayReady } from "./short-process.ts";

await startJobs({
  databaseUrl: requireEnv("DATABASE_URL"),
  handlers: {
    "portal.export-csv": runExport,
    "portal.export-part": (payload, context) => runExport(payload, context),
  },
});
sayReady();
