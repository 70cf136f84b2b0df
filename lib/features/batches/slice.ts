/**
 * Sends a batch, a slice at a time. It may run twice and may crash anywhere: the journal records what was begun, a row has one operation,
 * and an operation is sent once. It never repeats what may have had an effect.
 */
import { isAllowed, type Actor } from "#lib/auth/actor.ts";
import { after, now } from "#lib/core/clock.ts";
import { AppError } from "#lib/core/errors.ts";
import { recall } from "#lib/core/language/stored-sentence.ts";
import { say } from "#lib/core/texts.ts";
import { getDb, type Db, inTransaction } from "#lib/db/client.ts";
import { stored } from "#lib/db/stored-sentence.ts";
import { runOperation } from "#lib/features/operations/commands.ts";
import type { OperationView } from "#lib/features/operations/queries.ts";
import { listAnswers } from "./answers.ts";
import { asksToWait, reasonToGiveUp, reasonToStop, waitMs, WAITS_MAX } from "./brake.ts";
import type { Batch, BatchKind, BatchRow, Sending } from "./kind.ts";
import { moveBatch, stopBatch } from "./moves.ts";
import { workForAWhile } from "./rows.ts";

/** When to retry what was not sent. */
const AGAIN_MS = 5_000;

/** Another runner has this row, or the batch was paused at the last moment: not an error. */
class NotOurs extends Error {}

type Work<B extends Batch, R extends BatchRow> = {
  kind: BatchKind<B>;
  sending: Sending<B, R>;
  batch: B;
  signal: AbortSignal;
};

/** Sends for a while, then queues the next slice. Does nothing for a batch that is not RUNNING. */
export async function runSlice<B extends Batch, R extends BatchRow>(
  kind: BatchKind<B>,
  sending: Sending<B, R>,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const batch = await findRunning(kind, id);
  if (batch === null) return;
  if (!isWaiting(batch)) {
    const work = { kind, sending, batch, signal };
    await workForAWhile(sending.unsent(id), sending.atOnce, signal, (row) => sendNext(work, row));
  }
  await goOn(kind, sending, id);
}

/** After a slice: queues the next one, at the time the service asked for, or ends the batch. */
async function goOn<B extends Batch, R extends BatchRow>(
  kind: BatchKind<B>,
  sending: Sending<B, R>,
  id: string,
): Promise<void> {
  const batch = await findRunning(kind, id);
  if (batch === null) return;
  const next = await sending.unsent(id).next();
  await inTransaction(async (tx) => {
    if (next.done === true) {
      await moveBatch(kind, tx, batch, { from: "RUNNING", to: "ENDED" });
      return;
    }
    const soon = next.value.operationId === null ? undefined : after(AGAIN_MS);
    await kind.addJob(tx, batch, isWaiting(batch) ? (batch.waitUntil ?? undefined) : soon);
  });
}

/** False when nothing more may be sent in this run. */
async function sendNext<B extends Batch, R extends BatchRow>(work: Work<B, R>, row: R): Promise<boolean> {
  const { kind, sending } = work;
  const batch = await findRunning(kind, work.batch.id);
  // If a person has resumed the batch since, another job sends the rest.
  if (batch === null || isWaiting(batch) || !isSameRun(batch, work.batch)) return false;
  if (sending.canSend !== undefined && !(await sending.canSend(batch, row))) return true;
  const actor = await findSender(kind, batch);
  if (actor !== null) await sendRow({ ...work, batch }, actor, row);
  return actor !== null;
}

/**
 * In whose name it is sent: of the person who started or last resumed it, as long as that person has the permission. Checked before each
 * row; null when it was lost, which pauses the batch.
 */
async function findSender<B extends Batch>(kind: BatchKind<B>, batch: B): Promise<Actor | null> {
  const staff = await getDb().staff.findUnique({ where: { id: batch.actorId } });
  const isActive = staff !== null && staff.disabledAt === null;
  if (isActive && isAllowed(staff, kind.permission)) {
    return { staffId: staff.id, name: staff.name, role: staff.role, requestId: batch.reference };
  }
  const { actorName: name } = batch;
  const reason = isActive
    ? kind.words.noRight(name)
    : say("{name} is no longer an active member of staff. Somebody else can resume the list.", { name });
  await stopBatch(kind, batch, reason);
  return null;
}

async function sendRow<B extends Batch, R extends BatchRow>(
  work: Work<B, R>,
  actor: Actor,
  row: R,
): Promise<void> {
  const { kind, sending, batch, signal } = work;
  let view: OperationView;
  try {
    const operationId = row.operationId ?? (await submit(work, actor, row));
    view = await (sending.send?.(row, operationId, signal) ?? runOperation(operationId));
  } catch (thrown) {
    if (thrown instanceof NotOurs) return;
    if (!(thrown instanceof AppError) || !["CONFLICT", "VALIDATION"].includes(thrown.code)) throw thrown;
    await kind.rows(getDb()).updateMany({
      where: { id: row.id, operationId: null },
      data: stored("heldBack", thrown.said),
    });
    return;
  }
  await react(kind, batch, view);
}

function submit<B extends Batch, R extends BatchRow>(
  { kind, sending, batch }: Work<B, R>,
  actor: Actor,
  row: R,
): Promise<string> {
  const key = `${batch.id}_${String(row.n)}_${startOf(batch).getTime().toString(36)}`;
  return sending.submit(batch, actor, row, key, async (tx: Db, operationId: string) => {
    const linked = await kind.rows(tx).updateMany({
      where: { id: row.id, operationId: null, ...kind.inState("RUNNING") },
      data: { operationId },
    });
    if (linked.count === 0) throw new NotOurs();
  });
}

/** Makes the batch wait, or pauses it, where this answer or the brake asks for it. */
async function react<B extends Batch>(kind: BatchKind<B>, batch: B, view: OperationView): Promise<void> {
  if (view.state !== "NOT_SENT" && view.state !== "UNKNOWN" && view.state !== "REFUSED") {
    await kind.batches(getDb()).updateMany({ where: { id: batch.id, waits: { gt: 0 } }, data: { waits: 0 } });
    return;
  }
  const answers = await listAnswers(kind.operations(batch.id), startOf(batch));
  const own = answers.find((answer) => answer.operationId === view.id);
  if (own !== undefined && asksToWait(own)) {
    await waitAsTold(kind, batch, view.result?.retryAfterSeconds ?? null);
    return;
  }
  const counted = answers.filter((answer) => !asksToWait(answer));
  const tries = view.state === "NOT_SENT" ? (own?.attempts ?? 0) : 0;
  const reason =
    reasonToStop(counted, kind.things) ??
    reasonToGiveUp({ title: view.title, cause: recall(view, "cause"), tries }, kind.things);
  if (reason !== null) await stopBatch(kind, batch, reason);
}

/** Several rows may be told to wait at the same time: that counts as one wait, the longest. */
async function waitAsTold<B extends Batch>(
  kind: BatchKind<B>,
  { id }: B,
  retryAfterSeconds: number | null,
): Promise<void> {
  const batch = await findRunning(kind, id);
  if (batch === null) return;
  const { waits, waitUntil } = batch;
  if (waits >= WAITS_MAX) {
    const reason = say("The service still asks Portico to slow down after {count} waits.", { count: waits });
    await stopBatch(kind, batch, reason);
    return;
  }
  const until = after(waitMs(retryAfterSeconds, waits));
  const isFirst = !isWaiting(batch);
  if (!isFirst && waitUntil !== null && waitUntil >= until) return;
  await kind.batches(getDb()).updateMany({
    where: { id, state: "RUNNING", waits, waitUntil },
    data: { waitUntil: until, ...(isFirst ? { waits: { increment: 1 } } : {}) },
  });
}

async function findRunning<B extends Batch>(kind: BatchKind<B>, id: string): Promise<B | null> {
  const batch = await kind.find(id);
  return batch?.state === "RUNNING" ? batch : null;
}

function isWaiting({ waitUntil }: Batch): boolean {
  return waitUntil !== null && waitUntil > now();
}

/** When a person last resumed the batch, else when it was created. */
function startOf({ brakeFrom, createdAt }: Batch): Date {
  return brakeFrom ?? createdAt;
}

function isSameRun(one: Batch, other: Batch): boolean {
  return startOf(one).getTime() === startOf(other).getTime();
}
