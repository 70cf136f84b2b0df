/** The handlers of the service's own jobs; lib/boot passes them to startJobs. */
import { after } from "#lib/core/clock.ts";
import { isBackupRunning } from "#lib/db/backup/backup-lock.ts";
import type { PrismaClient } from "#lib/db/client.ts";
import type { JobHandlersOf, JobName } from "#lib/jobs/definitions.ts";
import { addJob } from "#lib/jobs/queue.ts";
import type { Storage } from "#lib/storage/storage.ts";
import { deliverWebhook } from "../webhooks/deliver.ts";
import { ingestModel } from "./ingest-model.ts";

const LATER_MS = 60_000;

type ServiceJob = Extract<JobName, `service.${string}`>;

/** Handlers of all jobs whose names begin with `service.`. */
export function createServiceJobs(dependencies: {
  db: PrismaClient;
  storage: Storage;
}): JobHandlersOf<ServiceJob> {
  return {
    "service.ingest-model": (payload, context) => ingestModel(payload, context, dependencies),
    "service.remove-files": async ({ prefix }) => {
      const { db, storage } = dependencies;
      // Put it off instead of holding a slot of the queue for as long as a backup takes.
      if (await isBackupRunning(db))
        await addJob(db, "service.remove-files", { prefix }, { runAt: after(LATER_MS) });
      else await storage.deletePrefix(prefix);
    },
    "service.deliver-webhook": (payload, context) => deliverWebhook(payload, context, dependencies.db),
  };
}
