/**
 * Cleans up after interruptions: records answers that were stored but not recorded, marks attempts of dead processes as uncertain, and
 * holds what was never sent. Never sends anything.
 */
import { after, now } from "#lib/core/clock.ts";
import { log } from "#lib/core/log/logger.ts";
import { say } from "#lib/core/texts.ts";
import { getDb, inTransaction } from "#lib/db/client.ts";
import { moveOperation, recordSettlement } from "./journal.ts";
import { PREPARED_MS_MAX } from "./rules/policy.ts";
import { dropAnswer, listKeptAnswers } from "./spool.ts";

/** Time between two rounds. */
export const SWEEP_MS = 15_000;
const BATCH = 500;
const STOPPED = say(
  "Portico stopped while waiting for the answer. The operation may or may not have been carried out.",
);

/** One round; boot calls it before anything is served, then every SWEEP_MS. */
export async function sweepOperations() {
  const report = {
    recorded: await replayAnswers(),
    uncertain: await markAbandoned(),
    held: await holdUnsent(),
  };
  if (report.recorded + report.uncertain + report.held > 0) log.info("operations swept", report);
  return report;
}

async function replayAnswers(): Promise<number> {
  let count = 0;
  for (const settlement of await listKeptAnswers()) {
    try {
      await recordSettlement(settlement);
      await dropAnswer(settlement.attemptId);
      count += 1;
    } catch (thrown) {
      // It stays on disk for the next round; one answer that cannot be recorded must not hold up the others.
      log.error("a kept answer could not be recorded yet", thrown, { attemptId: settlement.attemptId });
    }
  }
  return count;
}

async function markAbandoned(): Promise<number> {
  const attempts = await getDb().attempt.findMany({
    where: { outcome: null, leaseUntil: { lt: now() } },
    take: BATCH,
    select: { id: true, operationId: true },
  });
  let count = 0;
  for (const attempt of attempts) {
    if (await markUncertain(attempt)) count += 1;
  }
  return count;
}

function markUncertain(attempt: { id: string; operationId: string }): Promise<boolean> {
  return inTransaction(async (tx) => {
    // The statement that ends the attempt checks the lease again: the owner may just have renewed it.
    const ended = await tx.attempt.updateMany({
      where: { id: attempt.id, outcome: null, leaseUntil: { lt: now() } },
      data: { outcome: "UNKNOWN", endedAt: now() },
    });
    if (ended.count === 0) return false;
    return moveOperation(tx, attempt.operationId, ["SENDING"], {
      state: "UNKNOWN",
      cause: STOPPED,
      actor: null,
    });
  });
}

async function holdUnsent(): Promise<number> {
  const rows = await getDb().operation.findMany({
    where: { state: "PREPARED", stateSince: { lt: after(-PREPARED_MS_MAX) } },
    take: BATCH,
    select: { id: true },
  });
  const cause = say("Portico stopped before sending. Nothing was sent.");
  let count = 0;
  for (const { id } of rows) {
    const isHeld = await inTransaction((tx) =>
      moveOperation(tx, id, ["PREPARED"], { state: "HELD", cause, actor: null }),
    );
    if (isHeld) count += 1;
  }
  return count;
}
