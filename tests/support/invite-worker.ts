/**
 * A process that does nothing but send lists of invitations and of projects, for tests that kill it. Configuration comes from its environment; it says
 * "ready" once it looks for jobs.
 */
import { requireEnv } from "#lib/core/env.ts";
import { sendList } from "#lib/features/invitations/runs/jobs.ts";
import { createListed } from "#lib/features/projects/lists/jobs.ts";
import { startJobs } from "#lib/jobs/runner.ts";

await startJobs({
  databaseUrl: requireEnv("DATABASE_URL"),
  handlers: { "portal.invite-list": sendList, "portal.create-projects": createListed },
});
process.stdout.write("ready\n");
