/**
 * Starts the background work of a server process: connections, the first account, recovery after an interruption, the jobs. Instrumentation
 * calls it once before anything is served. Everything here may run twice, and in two processes at once.
 */
import { getEnv, requireEnv } from "#lib/core/env.ts";
import { log } from "#lib/core/log/logger.ts";
import { startRounds } from "#lib/core/process/rounds.ts";
import { getDb } from "#lib/db/client.ts";
import { startAuditHeads } from "#lib/features/audit/heads.ts";
import { sealEarlierRows } from "#lib/features/audit/sealing.ts";
import { cutAudit } from "#lib/features/audit/retention.ts";
import { sweepDrafts } from "#lib/features/batches/commands.ts";
import { archiveBuiltinConnection, ensureConfiguredConnection } from "#lib/features/connections/commands.ts";
import { runExport } from "#lib/features/exports/jobs.ts";
import { sweepExports } from "#lib/features/exports/retention.ts";
import { sweepSnapshots } from "#lib/features/elements/eviction.ts";
import { stopReadings } from "#lib/features/elements/reading.ts";
import { startReadingInvitations } from "#lib/features/invitations/background-reading.ts";
import { sendList } from "#lib/features/invitations/lists/jobs.ts";
import { startRequestRecords, sweepRequests } from "#lib/features/requests/commands.ts";
import { LOOK_MS, lookForEvidence } from "#lib/features/operations/evidence/background-look.ts";
import { SWEEP_MS, sweepOperations } from "#lib/features/operations/sweeper.ts";
import { sweepPlanFiles } from "#lib/features/plans/files.ts";
import { runPlan } from "#lib/features/plans/jobs.ts";
import { removePerson } from "#lib/features/people/removals/job.ts";
import { createListed } from "#lib/features/projects/lists/jobs.ts";
import { rehearse } from "#lib/features/rehearsals/jobs.ts";
import { ensureConfiguredAccount } from "#lib/features/staff/first-run.ts";
import { BATCH_KINDS } from "#lib/features/work/batch-kinds.ts";
import type { JobHandlersOf, JobName } from "#lib/jobs/definitions.ts";
import { startJobs } from "#lib/jobs/runner.ts";
import { createServiceJobs } from "#lib/service/server/ingest/jobs.ts";
import { requeueModels, sweepService } from "#lib/service/server/ingest/recover.ts";
import { rotateDueSigningKeys } from "#lib/service/operator/signing-keys.ts";
import { automaticOperator } from "#lib/service/operator/operator.ts";
import { sweepDeliveries } from "#lib/service/server/webhooks/sweep.ts";
import { getStorage } from "#lib/storage/instance.ts";
import { ensureBuiltinService, serveBuiltinService } from "./builtin-service.ts";
import { guardDatabase } from "#lib/boot/edge/database-gate.ts";
import { onDrain } from "#lib/boot/server/drain.ts";
import { markReady } from "../metrics/health.ts";
import { registerJournal } from "./journal.ts";
import { deliverMail } from "#lib/mail/deliver.ts";

const TIDY_MS = 10 * 60_000;
/** Checking all stored files lists the whole store, so at most once an hour. */
const FILES_TIDY_MS = 60 * 60_000;

/** Starts everything; a failure ends the start, because half a portal would lie about what it can do. */
export async function startServer(): Promise<void> {
  const env = getEnv();
  const db = getDb();
  const storage = getStorage();
  registerJournal();
  // Before anything here writes an audit row.
  await sealEarlierRows();
  if (env.PORTICO_EMBEDDED === "on") await ensureBuiltinService();
  else await archiveBuiltinConnection();
  await ensureConfiguredConnection();
  if (env.PORTICO_ADMIN_EMAIL !== undefined && env.PORTICO_ADMIN_PASSWORD !== undefined) {
    await ensureConfiguredAccount(db, env.PORTICO_ADMIN_EMAIL, env.PORTICO_ADMIN_PASSWORD);
  }
  const stopAuditHeads = startAuditHeads();
  const stopRequestRecords = startRequestRecords();
  await sweepOperations();
  const handlers: JobHandlersOf<JobName> = {
    ...createServiceJobs({ db, storage }),
    "mail.deliver": ({ outboxId }) => deliverMail(outboxId, db),
    "portal.invite-list": sendList,
    "portal.create-projects": createListed,
    "portal.remove-person": removePerson,
    "portal.run-plan": runPlan,
    "portal.rehearse": rehearse,
    "portal.export-csv": runExport,
    "portal.export-part": (payload, context) => runExport(payload, context),
  };
  const jobs = await startJobs({ databaseUrl: requireEnv("DATABASE_URL"), handlers });
  await requeueModels(db);
  const rounds = [
    startRounds("the operations' sweeper", SWEEP_MS, sweepOperations),
    startRounds("looking for uncertain operations", LOOK_MS, lookForEvidence),
    startReadingInvitations(),
  ];
  await tidy();
  const tidying = setInterval(() => void tidy(), TIDY_MS);
  tidying.unref();
  onDrain("background work", async () => {
    clearInterval(tidying);
    for (const stop of rounds) stop();
    await jobs.stop();
    await stopReadings();
    await stopRequestRecords();
    await stopAuditHeads();
  });
  if (env.PORTICO_EMBEDDED === "on") serveBuiltinService();
  guardDatabase(() => db.$queryRaw`select 1`);
  markReady();
}

/** Frees what is no longer needed; a failure is logged and retried in the next round, and never ends the process. */
async function tidy(): Promise<void> {
  for (const [name, run] of Object.entries({
    exports: sweepExports,
    ...Object.fromEntries(BATCH_KINDS.map((kind) => [`drafts of ${kind.name}`, () => sweepDrafts(kind)])),
    "files of plans": sweepPlanFiles,
    snapshots: sweepSnapshots,
    deliveries: () => sweepDeliveries(getDb()),
    audit: () => cutAudit(),
    "records of requests": () => sweepRequests(),
    files: tidyFiles,
    "signing keys": replaceDueKeys,
  })) {
    try {
      await run();
    } catch (thrown) {
      log.error(`tidying of ${name} failed`, thrown);
    }
  }
}

/** A service that is switched off signs nothing, so its keys need no successor. */
async function replaceDueKeys(): Promise<void> {
  if (getEnv().PORTICO_EMBEDDED === "on") await rotateDueSigningKeys(automaticOperator());
}

let filesTidiedAt = -Infinity;

async function tidyFiles(): Promise<void> {
  const time = performance.now();
  if (time - filesTidiedAt < FILES_TIDY_MS) return;
  await sweepService({ db: getDb(), storage: getStorage() });
  filesTidiedAt = time;
}
