/** The embedded service's jobs in this process, on the database of a service that runs here, with the configured file store. */
import type { RunningJobs } from "#lib/jobs/runner.ts";
import type { ServiceServer } from "./service-server.ts";

/** Starts them; imports code that reads the configuration only now. The caller stops them, before the service. */
export async function startServiceJobs({
  db,
  databaseUrl,
}: Pick<ServiceServer, "db" | "databaseUrl">): Promise<RunningJobs> {
  const { startJobs } = await import("#lib/jobs/runner.ts");
  const { createServiceJobs } = await import("#lib/service/server/ingest/jobs.ts");
  const { getStorage } = await import("#lib/storage/instance.ts");
  return startJobs({ databaseUrl, handlers: createServiceJobs({ db, storage: getStorage() }) });
}
