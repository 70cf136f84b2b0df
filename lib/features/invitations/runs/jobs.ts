/**
 * Sends a list, a slice at a time. It may run twice and may die anywhere: what was begun stands in the journal, an address has one
 * operation, and an operation is sent once. It never repeats what may have had an effect.
 */
import { isAllowed, type Actor } from "#lib/auth/actor.ts";
import { after, now } from "#lib/core/clock.ts";
import { AppError } from "#lib/core/errors.ts";
import { log } from "#lib/core/logger.ts";
import { kept } from "#lib/core/kept-texts.ts";
import { say } from "#lib/core/texts.ts";
import { getDb, type CloudModel, type ConnectionModel, type InvitationRunModel } from "#lib/db/client.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { recordAudit, systemActor } from "#lib/features/activity/commands.ts";
import { runOperation } from "#lib/features/operations/commands.ts";
import { UNSENT_STATES } from "#lib/features/operations/policy.ts";
import type { OperationView } from "#lib/features/operations/schema.ts";
import type { JobHandler } from "#lib/jobs/definitions.ts";
import { submitInvitation } from "../sending.ts";
import { listAnswers } from "./answers.ts";
import { asksToWait, reasonToStop, waitMs, WAITS_MAX } from "./brake.ts";
import { addListJob } from "./commands.ts";

/** The limits of a service are not known: this is gentle, and the answer to 429 is to wait. */
const AT_ONCE = 5;
/** After this the lists of others on the same connection have their turn. */
const SLICE_MS = 20_000;
const PAGE = 100;
const TRIES_MAX = 5;
const AGAIN_MS = 5_000;

type Run = InvitationRunModel & { cloud: CloudModel & { connection: ConnectionModel } };
type Row = {
  id: string;
  n: number;
  address: string | null;
  email: string | null;
  again: boolean;
  operationId: string | null;
};
type Work = { run: Run; endsAt: number; signal: AbortSignal };

/** Another runner has this address, or the list was paused at the last moment: not an error. */
class NotOurs extends Error {}

/** The job "portal.invite-list". */
export const sendList: JobHandler<"portal.invite-list"> = async ({ runId }, { signal }) => {
  const run = await findRunning(runId);
  if (run === null) return;
  if (run.waitUntil === null || run.waitUntil <= now()) {
    const work: Work = { run, endsAt: performance.now() + SLICE_MS, signal };
    const rows = iterateUnsent(runId);
    const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => sendSome(work, rows)));
    const failed = ended.find((lane) => lane.status === "rejected");
    if (failed !== undefined) throw failed.reason;
    // The queue gives the job to the next process without counting this try.
    signal.throwIfAborted();
  }
  await goOn(runId);
};

/** What follows a slice: the next one, at the time the service asked for, or the end. */
async function goOn(runId: string): Promise<void> {
  const run = await findRunning(runId);
  if (run === null) return;
  const next = await iterateUnsent(runId).next();
  await inTransaction(async (tx) => {
    if (next.done === true) {
      await tx.invitationRun.updateMany({
        where: { id: runId, state: "RUNNING" },
        data: { state: "ENDED", stateSince: now(), waitUntil: null },
      });
      return;
    }
    const soon = next.value.operationId === null ? undefined : after(AGAIN_MS);
    const waits = run.waitUntil !== null && run.waitUntil > now();
    await addListJob(tx, run, waits ? (run.waitUntil ?? undefined) : soon);
  });
}

async function sendSome(work: Work, rows: AsyncGenerator<Row>): Promise<void> {
  while (!work.signal.aborted && performance.now() < work.endsAt) {
    const actor = await findSender(work.run);
    if (actor === null) return;
    const next = await rows.next();
    if (next.done === true) return;
    await sendRow(work.run, actor, next.value);
  }
}

/**
 * In whose name it goes on, asked before each address: null when the list was paused (also if a person has let it go on since: that
 * work is another job's), has to wait, or when that person may not invite any more, which pauses it.
 */
async function findSender(run: Run): Promise<Actor | null> {
  const current = await getDb().invitationRun.findUnique({
    where: { id: run.id, state: "RUNNING", brakeFrom: run.brakeFrom },
  });
  if (current === null || (current.waitUntil !== null && current.waitUntil > now())) return null;
  const staff = await getDb().staff.findUnique({ where: { id: current.actorId } });
  const isActive = staff !== null && staff.disabledAt === null;
  if (isActive && isAllowed(staff, "invitation:send")) {
    return { staffId: staff.id, name: staff.name, role: staff.role, requestId: current.reference };
  }
  const name = current.actorName;
  const why = isActive
    ? kept("{name} has no right to invite any more. Somebody else can let it go on.", { name })
    : kept("{name} is no active member of staff any more. Somebody else can let it go on.", { name });
  await stopList(run, why);
  return null;
}

async function sendRow(run: Run, actor: Actor, row: Row): Promise<void> {
  let view: OperationView;
  try {
    const operationId = row.operationId ?? (await submit(run, actor, row));
    view = await runOperation(operationId);
  } catch (thrown) {
    if (thrown instanceof NotOurs) return;
    if (!(thrown instanceof AppError) || !["CONFLICT", "VALIDATION"].includes(thrown.code)) throw thrown;
    await getDb().invitationRunRow.updateMany({
      where: { id: row.id, operationId: null },
      data: { heldBack: thrown.message },
    });
    return;
  }
  await react(run, view);
}

async function submit(run: Run, actor: Actor, row: Row): Promise<string> {
  const { address, email, again } = row;
  if (address === null || email === null)
    throw new AppError("VALIDATION", say("There is no address. Nothing was sent."));
  const since = (run.brakeFrom ?? run.createdAt).getTime().toString(36);
  const wanted = { key: `${run.id}_${String(row.n)}_${since}`, address, email, again, role: run.role };
  const operation = await submitInvitation(actor, run.cloud, wanted, async (tx, operationId) => {
    const linked = await tx.invitationRunRow.updateMany({
      where: { id: row.id, operationId: null, run: { state: "RUNNING" } },
      data: { operationId },
    });
    if (linked.count === 0) throw new NotOurs();
  });
  return operation.id;
}

/** Whether the list goes on after this answer. */
async function react(run: Run, view: OperationView): Promise<void> {
  if (view.state !== "NOT_SENT" && view.state !== "UNKNOWN" && view.state !== "REFUSED") {
    await getDb().invitationRun.updateMany({ where: { id: run.id, waits: { gt: 0 } }, data: { waits: 0 } });
    return;
  }
  const answers = await listAnswers({ invitationRow: { runId: run.id } }, run.brakeFrom ?? run.createdAt);
  const own = answers.find((answer) => answer.operationId === view.id);
  if (own !== undefined && asksToWait(own)) {
    await waitAsTold(run, view.result?.retryAfterSeconds ?? null);
    return;
  }
  const reason = reasonToStop(answers.filter((answer) => !asksToWait(answer)));
  if (reason !== null) await stopList(run, reason);
  else if (view.state === "NOT_SENT" && own !== undefined && own.attempts >= TRIES_MAX) {
    const { title, cause } = view;
    const count = own.attempts;
    const why =
      cause === null
        ? kept("{title} could not be sent in {count} tries.", { title, count })
        : kept("{title} could not be sent in {count} tries. {cause}", { title, count, cause });
    await stopList(run, why);
  }
}

/** Several addresses are told at once: the wait counts once, and the longest counts. */
async function waitAsTold(run: Run, retryAfterSeconds: number | null): Promise<void> {
  const current = await getDb().invitationRun.findUnique({ where: { id: run.id } });
  if (current?.state !== "RUNNING") return;
  if (current.waits >= WAITS_MAX) {
    const why = kept("The service still asks to slow down after {count} waits.", { count: current.waits });
    await stopList(run, why);
    return;
  }
  const until = after(waitMs(retryAfterSeconds, current.waits));
  const isFirst = current.waitUntil === null || current.waitUntil <= now();
  if (!isFirst && current.waitUntil !== null && current.waitUntil >= until) return;
  await getDb().invitationRun.updateMany({
    where: { id: run.id, state: "RUNNING", waits: current.waits, waitUntil: current.waitUntil },
    data: { waitUntil: until, ...(isFirst ? { waits: { increment: 1 } } : {}) },
  });
}

/**
 * Pauses the list by itself, with its reason, and asks a person. Not one that a person has let go on since `run` was read: what was
 * under way then says nothing against that decision.
 */
async function stopList(run: Run, reason: string): Promise<void> {
  const isStopped = await inTransaction(async (tx) => {
    const moved = await tx.invitationRun.updateMany({
      where: { id: run.id, state: "RUNNING", brakeFrom: run.brakeFrom },
      data: { state: "PAUSED", stateSince: now(), pauseReason: reason, waitUntil: null },
    });
    if (moved.count === 0) return false;
    await recordAudit(tx, {
      actor: systemActor(),
      action: "invitation-list.pause",
      objectType: "invitation-list",
      objectId: run.id,
      before: { state: "RUNNING" },
      after: { state: "PAUSED", reason, name: kept("list for {name}", { name: run.cloud.name }) },
      outcome: "DONE",
    });
    return true;
  });
  if (isStopped) log.warn("a list of invitations was paused", { runId: run.id, reason });
}

/** Those without an effect so far, in the order of the list. Several may take from it at the same time. */
async function* iterateUnsent(runId: string): AsyncGenerator<Row> {
  for (let n = 0; ;) {
    const rows = await getDb().invitationRunRow.findMany({
      where: {
        runId,
        n: { gt: n },
        isIncluded: true,
        heldBack: null,
        OR: [{ operationId: null }, { operation: { state: { in: [...UNSENT_STATES] } } }],
      },
      orderBy: { n: "asc" },
      take: PAGE,
      select: { id: true, n: true, address: true, email: true, again: true, operationId: true },
    });
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    ({ n } = last);
  }
}

function findRunning(id: string): Promise<Run | null> {
  return getDb().invitationRun.findUnique({
    where: { id, state: "RUNNING" },
    include: { cloud: { include: { connection: true } } },
  });
}
