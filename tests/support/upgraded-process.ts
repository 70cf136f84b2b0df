/**
 * The background work of a portal in a separate process: starts it like a server, lets it settle what was interrupted, run the jobs in its
 * queue and make one round, and then prints whether the audit's chain is intact. Configured by the environment like the product.
 */
import { getDb } from "#lib/db/client.ts";
import { drain } from "#lib/boot/server/drain.ts";
import { startServer } from "#lib/boot/background/start.ts";
import { verifyAudit } from "#lib/features/audit/verification.ts";
import { readDueInvitations } from "#lib/features/invitations/background-reading.ts";
import { lookForEvidence } from "#lib/features/operations/evidence/background-look.ts";
import { sweepOperations } from "#lib/features/operations/sweeper.ts";
import { until } from "./until.ts";

await startServer();
const swept = await sweepOperations();
await lookForEvidence();
await readDueInvitations();
await until("nothing is due in the queue", async () => {
  const [row] = await getDb().$queryRaw<{ due: bigint }[]>`
      select count(*) as due from graphile_worker.jobs where run_at <= now() and attempts < max_attempts`;
  return row?.due === 0n;
});
const verdict = await verifyAudit();
await drain();
process.send?.({ swept, verdict }, () => process.exit(0));
