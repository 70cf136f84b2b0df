/**
 * What people do with a batch of any kind: start, pause, resume, discard the rest, retry what was refused. The job does the sending
 * (slice.ts). Each change is a compare-and-set with its audit row and its job in one transaction.
 */
import { requirePermission, type Actor, type Permission } from "#lib/auth/actor.ts";
import { after } from "#lib/core/clock.ts";
import { conflict, getById } from "#lib/core/errors.ts";
import { inEnglish, say } from "#lib/core/texts.ts";
import { getDb, type Db, type Prisma, inTransaction } from "#lib/db/client.ts";
import { stored } from "#lib/db/stored-sentence.ts";
import { lockOperations, moveOperation, replaceOperation } from "#lib/features/operations/journal.ts";
import { UNSENT_STATES } from "#lib/features/operations/rules/policy.ts";
import { listRetryable } from "./counts.ts";
import type { AnyKind, Batch, BatchKind } from "./kind.ts";
import { auditBatch, moveBatch } from "./moves.ts";
import { givenUpBy } from "./outcomes.ts";

const WRITE_MS_MAX = 30_000;
const DAY_MS = 24 * 3_600_000;

/** The commands of one kind of batch. Each @throws AppError FORBIDDEN; NOT_FOUND; CONFLICT as described. */
export function batchCommands<B extends Batch>(kind: BatchKind<B>) {
  return {
    /** Starts a draft; pressing twice, or in two tabs, starts it once. CONFLICT when nothing in it would be sent. */
    start: async (actor: Actor, id: string): Promise<void> => {
      const batch = await getBatch(kind, actor, id);
      await inTransaction(async (tx) => {
        if (!(await moveBatch(kind, tx, batch, { from: "DRAFT", to: "RUNNING", sender: actor }))) return;
        const details = await kind.begin(tx, batch, actor);
        await kind.addJob(tx, batch);
        await auditBatch(kind, tx, actor, batch, `${kind.name}.start`, details);
      }, WRITE_MS_MAX);
    },
    /** Pauses the batch; rows that are being sent still finish. */
    pause: async (actor: Actor, id: string): Promise<void> => {
      const batch = await getBatch(kind, actor, id);
      const reason = say("Paused by {name}.", { name: actor.name });
      await inTransaction(async (tx) => {
        if (!(await moveBatch(kind, tx, batch, { from: "RUNNING", to: "PAUSED", reason }))) return;
        await auditBatch(kind, tx, actor, batch, `${kind.name}.pause`, { reason: inEnglish(reason) });
      });
    },
    /** Resumes the batch in the name of whoever resumes it. Sends only rows that have not been sent. */
    resume: async (actor: Actor, id: string): Promise<void> => {
      const batch = await getBatch(kind, actor, id);
      if (!isStanding(batch)) return;
      await inTransaction(async (tx) => {
        if (!(await moveBatch(kind, tx, batch, { from: batch.state, to: "RUNNING", sender: actor }))) return;
        const details = (await kind.beforeResume?.(tx, batch)) ?? {};
        await kind.addJob(tx, batch);
        await auditBatch(kind, tx, actor, batch, `${kind.name}.resume`, details);
      });
    },
    /**
     * Retries rows that were refused, held back or not sent, never rows that may have had an effect or that somebody discarded. CONFLICT
     * when there are none.
     */
    retry: async (actor: Actor, id: string): Promise<void> => {
      const batch = await getBatch(kind, actor, id);
      if (batch.state === "RUNNING") return;
      if (batch.state === "DRAFT") throw conflict(kind.words.isDraft);
      await inTransaction(async (tx) => {
        if (!(await moveBatch(kind, tx, batch, { from: batch.state, to: "RUNNING", sender: actor }))) return;
        const freed = await freeRows(kind, tx, actor, id);
        if (freed === 0) throw conflict(kind.words.nothingToRetry);
        await kind.addJob(tx, batch);
        await auditBatch(kind, tx, actor, batch, `${kind.name}.resume`, { again: freed });
      }, WRITE_MS_MAX);
    },
    /** Discards what was not sent: a draft is deleted, a paused batch ends. CONFLICT while it is running. */
    discard: async (actor: Actor, id: string): Promise<{ wasDraft: boolean }> => {
      const batch = await getBatch(kind, actor, id);
      if (batch.state === "DRAFT") {
        const gone = await kind.batches(getDb()).deleteMany({ where: { id, state: "DRAFT" } });
        if (gone.count > 0) await kind.afterDraft?.(id);
        return { wasDraft: true };
      }
      if (batch.state === "RUNNING") throw conflict(kind.words.isRunning);
      if (!isStanding(batch)) return { wasDraft: false };
      await inTransaction(async (tx) => {
        if (!(await moveBatch(kind, tx, batch, { from: batch.state, to: "ENDED" }))) return;
        await kind.beforeDiscard?.(tx, batch);
        const begun = await giveUpBegun(tx, actor, kind.operations(id));
        const unsent = await kind.rows(tx).updateMany({
          where: { ...kind.of(id), isIncluded: true, heldBack: null, operationId: null },
          data: stored("heldBack", givenUpBy(actor.name)),
        });
        await auditBatch(kind, tx, actor, batch, `${kind.name}.discard`, { given: begun + unsent.count });
      }, WRITE_MS_MAX);
      return { wasDraft: false };
    },
  };
}

/** Removes drafts that nobody started in time. */
export async function sweepDrafts({ batches, draftDays }: AnyKind): Promise<void> {
  const createdAt = { lt: after(-draftDays * DAY_MS) };
  await batches(getDb()).deleteMany({ where: { state: "DRAFT", createdAt } });
}

/**
 * Frees the rows that may be sent again and discards their unsent operations. Otherwise those could be sent from the journal too, and
 * everything would happen twice. A row whose operation is being sent by now keeps it.
 */
async function freeRows<B extends Batch>(
  kind: BatchKind<B>,
  tx: Db,
  actor: Actor,
  id: string,
): Promise<number> {
  const rows = await listRetryable(tx, kind, id);
  await lockOperations(
    tx,
    rows.flatMap(({ unsent }) => unsent ?? []),
  );
  const free: string[] = [];
  for (const row of rows) {
    if (row.unsent === null || (await replaceOperation(tx, actor, row.unsent))) free.push(row.id);
  }
  const data = { ...stored("heldBack", null), operationId: null, ...kind.onRetry };
  const { count } = await kind.rows(tx).updateMany({ where: { id: { in: free } }, data });
  return count;
}

/** Ends the operations that provably had no effect; returns how many. */
async function giveUpBegun(tx: Db, actor: Actor, ofBatch: Prisma.OperationWhereInput): Promise<number> {
  const begun = await tx.operation.findMany({
    where: { ...ofBatch, state: { in: [...UNSENT_STATES] } },
    select: { id: true },
  });
  await lockOperations(
    tx,
    begun.map((operation) => operation.id),
  );
  const cause = say("Discarded by {name} before it had any effect.", { name: actor.name });
  for (const operation of begun) {
    await moveOperation(tx, operation.id, UNSENT_STATES, { state: "DISCARDED", cause, actor });
  }
  return begun.length;
}

/** Continues only when a person says so. */
function isStanding({ state }: Batch): boolean {
  return state === "PAUSED" || state === "WAITING";
}

/** A batch for somebody who may edit it, or who has `permission`. @throws AppError FORBIDDEN, NOT_FOUND */
export async function getBatch<B extends Batch>(
  kind: BatchKind<B>,
  actor: Actor,
  id: string,
  permission: Permission = kind.permission,
): Promise<B> {
  requirePermission(actor, permission);
  return getById(id, kind.words.one, () => kind.find(id));
}
