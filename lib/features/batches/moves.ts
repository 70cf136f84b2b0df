/**
 * A batch's changes of state: each is a compare-and-set with its audit row in the caller's transaction.
 */
import type { Actor } from "#lib/auth/actor.ts";
import { now } from "#lib/core/clock.ts";
import type { Sentence } from "#lib/core/language/kept-texts.ts";
import { log } from "#lib/core/log/logger.ts";
import { inEnglish } from "#lib/core/texts.ts";
import { type Db, inTransaction } from "#lib/db/client.ts";
import { stored } from "#lib/db/stored-sentence.ts";
import { recordAudit, systemActor, type AuditActor } from "#lib/audit/record.ts";
import type { AuditAction } from "#lib/audit/actions.ts";
import type { AuditDetails, Batch, BatchKind, CommonState } from "./kind.ts";

type Change<State> = {
  from: State | CommonState;
  to: State | CommonState;
  /** Why it is paused: one sentence, stored. */
  reason?: Sentence;
  /**
   * Who starts or resumes it: from then on it is sent in this name and belongs to this act of the audit, and earlier answers do not count
   * for the brake.
   */
  sender?: Pick<Actor, "staffId" | "name" | "requestId">;
  /** Only if nobody has resumed it since it was read. */
  isSameRun?: true;
};

/** False when its state is no longer in `from`. */
export async function moveBatch<B extends Batch>(
  kind: BatchKind<B>,
  tx: Db,
  batch: B,
  change: Change<B["state"]>,
): Promise<boolean> {
  const { from, to, reason, sender, isSameRun } = change;
  const at = now();
  const { id, brakeFrom } = batch;
  const moved = await kind.batches(tx).updateMany({
    where: { id, state: from, ...(isSameRun ? { brakeFrom } : {}) },
    data: {
      state: to,
      stateSince: at,
      ...stored("pauseReason", reason ?? null),
      waitUntil: null,
      ...(sender === undefined
        ? {}
        : {
            brakeFrom: at,
            waits: 0,
            actorId: sender.staffId,
            actorName: sender.name,
            reference: sender.requestId,
            startedAt: batch.startedAt ?? at,
          }),
    },
  });
  return moved.count === 1;
}

/** Call last in the transaction that changed the batch; `batch`: before the change. */
export function auditBatch<B extends Batch>(
  kind: BatchKind<B>,
  tx: Db,
  actor: AuditActor,
  batch: B,
  action: AuditAction,
  details: AuditDetails,
): Promise<void> {
  return recordAudit(tx, {
    actor,
    action,
    objectType: kind.name,
    objectId: batch.id,
    before: { state: batch.state },
    after: { ...details, name: kind.title(batch) },
  });
}

/**
 * Pauses the batch automatically with a reason for a person to decide. Does nothing if a person has resumed it since `batch` was read:
 * answers from before that decision do not count against it.
 */
export async function stopBatch<B extends Batch>(
  kind: BatchKind<B>,
  batch: B,
  sentence: Sentence,
): Promise<void> {
  const reason = inEnglish(sentence);
  const isStopped = await inTransaction(async (tx) => {
    const change = { from: "RUNNING", to: "PAUSED", reason: sentence, isSameRun: true } as const;
    if (!(await moveBatch(kind, tx, batch, change))) return false;
    await auditBatch(kind, tx, systemActor(), batch, `${kind.name}.pause`, { state: "PAUSED", reason });
    return true;
  });
  if (isStopped) log.warn(`${kind.words.inLog} was paused`, { id: batch.id, reason });
}
