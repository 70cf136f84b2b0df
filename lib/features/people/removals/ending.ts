/** How a removal ends, and how its job is queued. */
import type { Actor } from "#lib/auth/actor.ts";
import { recordAudit, systemActor, toWitnessedActor } from "#lib/audit/record.ts";
import { now } from "#lib/core/clock.ts";
import { inEnglish, say, type Said } from "#lib/core/texts.ts";
import { type Db, type PersonRemovalModel, inTransaction } from "#lib/db/client.ts";
import { stored } from "#lib/db/stored-sentence.ts";
import { addJob } from "#lib/jobs/queue.ts";

/** Queues the job that does a removal: one job per removal at a time. */
export function addRemovalJob(db: Db, removalId: string, runAt?: Date): Promise<void> {
  const key = `removal:${removalId}`;
  return addJob(db, "portal.remove-person", { removalId }, { key, queue: key, runAt });
}

/**
 * Ends a removal. With a reason, the rest is no longer done: a Cloud whose removal has begun is uncertain, all others are unchanged. False
 * when it had ended before.
 */
export function endRemoval(
  removal: PersonRemovalModel,
  { actor, reason }: { actor: Actor | null; reason: Said | null },
): Promise<boolean> {
  return inTransaction(async (tx) => {
    const at = now();
    const { id, email, reference } = removal;
    const ended = await tx.personRemoval.updateMany({
      where: { id, state: "RUNNING" },
      data: { state: "ENDED", stateSince: at, openKey: null, ...stored("stopReason", reason) },
    });
    if (ended.count === 0) return false;
    const waiting = { removalId: id, outcome: "WAITING" } as const;
    await tx.personRemovalPlace.updateMany({
      where: { ...waiting, startedAt: { not: null } },
      data: { outcome: "UNCERTAIN", endedAt: at },
    });
    await tx.personRemovalPlace.updateMany({
      where: waiting,
      data: {
        outcome: "KEPT",
        endedAt: at,
        ...stored(
          "problem",
          say("The removal ended before this Cloud was reached. Nothing was changed in it."),
        ),
      },
    });
    const counts = await tx.personRemovalPlace.groupBy({
      by: ["outcome"],
      where: { removalId: id },
      _count: true,
    });
    await recordAudit(tx, {
      // The end belongs to what somebody started: one line of the audit.
      actor: { ...(actor === null ? systemActor() : toWitnessedActor(actor)), requestId: reference },
      action: "person.remove-from-clouds",
      objectType: "person",
      objectId: id,
      after: {
        email,
        ...Object.fromEntries(counts.map(({ outcome, _count }) => [outcome, _count])),
        ...(reason === null ? {} : { reason: inEnglish(reason) }),
      },
    });
    return true;
  });
}
