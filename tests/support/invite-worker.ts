/**
 * A process that only sends lists and carries out and rehearses plans, for tests that kill it. Configured by its environment; prints
 * "ready" once it looks for jobs.
 */
import { requireEnv } from "#lib/core/env.ts";
import { sendList } from "#lib/features/invitations/lists/jobs.ts";
import { runPlan } from "#lib/features/plans/jobs.ts";
import { removePerson } from "#lib/features/people/removals/job.ts";
import { rehearse } from "#lib/features/rehearsals/jobs.ts";
import { startJobs } from "#lib/jobs/runner.ts";
import "./journal.ts";
import { sayReady } from "./short-process.ts";

await startJobs({
  databaseUrl: requireEnv("DATABASE_URL"),
  handlers: {
    "portal.invite-list": sendList,
    "portal.run-plan": runPlan,
    "portal.rehearse": rehearse,
    "portal.remove-person": removePerson,
  },
});
sayReady();
