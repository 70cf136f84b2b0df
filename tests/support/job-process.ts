/**
 * A separate process that runs the service's jobs until it is killed: `node job-process.ts`, configured by DATABASE_URL and
 * PORTICO_DATA_DIR like the product. Prints "ready" once it works. Shuts down in order when its input ends.
 */
import { requireEnv } from "#lib/core/env.ts";
import { getDb } from "#lib/db/client.ts";
import { startJobs } from "#lib/jobs/runner.ts";
import { createServiceJobs } from "#lib/service/server/ingest/jobs.ts";
import { recoverService, sweepService } from "#lib/service/server/ingest/recover.ts";
import { getStorage } from "#lib/storage/instance.ts";
import { sayReady } from "./short-process.ts";

const dependencies = { db: getDb(), storage: getStorage() };
const jobs = await startJobs({
  databaseUrl: requireEnv("DATABASE_URL"),
  handlers: createServiceJobs(dependencies),
});
await recoverService(dependencies);
await sweepService(dependencies);
sayReady();

process.stdin.resume().on("end", () => {
  void jobs.stop().then(() => getDb().$disconnect());
});
