/**
 * The code of the service's own jobs, for lib/boot to hand to startJobs.
 */
import type { PrismaClient } from "#lib/db/client.ts";
import type { JobHandlers } from "#lib/jobs/definitions.ts";
import type { Storage } from "#lib/storage/storage.ts";
import { deliverWebhook } from "../webhooks/deliver.ts";
import { ingestModel } from "./ingest-model.ts";

/** Handlers of every job whose name begins with `service.`. */
export function createServiceJobs(dependencies: { db: PrismaClient; storage: Storage }): JobHandlers {
  return {
    "service.ingest-model": (payload, context) => ingestModel(payload, context, dependencies),
    "service.remove-files": ({ prefix }) => dependencies.storage.deletePrefix(prefix),
    "service.deliver-webhook": (payload, context) => deliverWebhook(payload, context, dependencies.db),
  };
}
