/** The handlers of the service's own jobs; lib/boot passes them to startJobs. */
import type { PrismaClient } from "#lib/db/client.ts";
import type { JobHandlersOf, JobName } from "#lib/jobs/definitions.ts";
import type { Storage } from "#lib/storage/storage.ts";
import { deliverWebhook } from "../webhooks/deliver.ts";
import { ingestModel } from "./ingest-model.ts";

type ServiceJob = Extract<JobName, `service.${string}`>;

/** Handlers of all jobs whose names begin with `service.`. */
export function createServiceJobs(dependencies: {
  db: PrismaClient;
  storage: Storage;
}): JobHandlersOf<ServiceJob> {
  return {
    "service.ingest-model": (payload, context) => ingestModel(payload, context, dependencies),
    "service.remove-files": ({ prefix }) => dependencies.storage.deletePrefix(prefix),
    "service.deliver-webhook": (payload, context) => deliverWebhook(payload, context, dependencies.db),
  };
}
