/**
 * What runs beside the pages of a portal, in a process of its own: starts it as a server does, lets it settle what was interrupted, do what waits in its
 * queue and look around once, and says then how the audit's chain is. Configured by the environment like the product.
 */
import { getDb } from "#lib/db/client.ts";
import { drain } from "#lib/boot/server/drain.ts";
import { startServer } from "#lib/boot/background/start.ts";
import { verifyAudit } from "#lib/features/audit/verification.ts";
import { lookForEvidence } from "#lib/features/operations/evidence/background-look.ts";
import { sweepOperations } from "#lib/features/operations/sweeper.ts";
import { until } from "./until.ts";

const LIMIT_MS = 60_000;

await startServer();
const swept = await sweepOperations();
await lookForEvidence();
await until(
  "nothing is due in the queue",
  async () => {
    const [row] = await getDb().$queryRaw<{ due: bigint }[]>`
      select count(*) as due from graphile_worker.jobs where run_at <= now() and attempts < max_attempts`;
    return row?.due === 0n;
  },
  LIMIT_MS,
);
const verdict = await verifyAudit();
await drain();
process.send?.({ swept, verdict }, () => process.exit(0));
