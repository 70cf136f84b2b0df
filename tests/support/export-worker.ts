/**
 * A process that only works on exports, for tests that kill or stop it. Configured by its environment; prints "ready" once it looks for
 * jobs. When its input ends, it stops in order.
 */
import { requireEnv } from "#lib/core/env.ts";
import { runExport } from "#lib/features/exports/jobs.ts";
import { startJobs } from "#lib/jobs/runner.ts";
import { sayReady } from "./short-process.ts";

const jobs = await startJobs({
  databaseUrl: requireEnv("DATABASE_URL"),
  handlers: {
    "portal.export-csv": runExport,
    "portal.export-part": (payload, context) => runExport(payload, context),
  },
});
process.stdin.resume().once("end", () => void jobs.stop().then(() => process.exit()));
sayReady();
