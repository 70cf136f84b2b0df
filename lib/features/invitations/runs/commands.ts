/**
 * What people do with a list: send it, pause it, let it go on, give up the rest, try once more what was refused. The sending
 * itself is the job's (jobs.ts). Each change is a compare-and-set with its audit row and its job in one transaction.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { after, now } from "#lib/core/clock.ts";
import { AppError, notFound } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { kept } from "#lib/core/kept-texts.ts";
import { say } from "#lib/core/texts.ts";
import {
  getDb,
  type CloudModel,
  type ConnectionModel,
  type Db,
  type InvitationRunModel,
  type InvitationRunState,
} from "#lib/db/client.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { recordAudit, toAuditActor } from "#lib/features/activity/commands.ts";
import type { AuditAction } from "#lib/features/activity/schema.ts";
import { moveOperation } from "#lib/features/operations/journal.ts";
import { RETRYABLE_STATES } from "#lib/features/operations/outcomes.ts";
import { addJob } from "#lib/jobs/queue.ts";
import { insertInvitations } from "../bulk.ts";
import { requireRedirectUri } from "../sending.ts";

const WRITE_MS_MAX = 30_000;
const DRAFT_DAYS_MAX = 7;

type Run = InvitationRunModel & { cloud: CloudModel & { connection: ConnectionModel } };

/**
 * Starts sending a draft. Whoever presses twice, or in two tabs, starts it once.
 * @throws AppError CONFLICT when nothing in it would be sent; NOT_FOUND
 */
export async function startList(actor: Actor, runId: string): Promise<void> {
  const run = await getRun(actor, runId);
  if (run.state !== "DRAFT") return;
  const redirectUri = requireRedirectUri(run.cloud);
  await inTransaction(async (tx) => {
    if (!(await move(tx, run, "DRAFT", "RUNNING", actor))) return;
    const rows = await tx.invitationRunRow.findMany({
      where: { runId, isIncluded: true },
      select: { address: true, email: true },
    });
    if (rows.length === 0) {
      throw new AppError(
        "CONFLICT",
        say("No address of the list can be sent. Nothing was sent. Correct some first."),
      );
    }
    const at = now();
    // People who were never invited appear in the ledger at once; the others stay as they are until their turn.
    await insertInvitations(
      tx,
      rows.flatMap(({ address, email }) =>
        address === null || email === null
          ? []
          : [
              {
                cloudId: run.cloudId,
                address,
                email,
                redirectUri,
                role: run.role,
                state: "PREPARED" as const,
                evidence: kept("Written down in a list; its turn has not come."),
                stateSince: at,
                createdById: actor.staffId,
                createdAt: at,
              },
            ],
      ),
    );
    await addListJob(tx, run);
    await audit(tx, actor, run, "invitation-list.start", { addresses: rows.length, role: run.role });
  }, WRITE_MS_MAX);
}

/** Holds the rest back; what is on its way comes to its end. @throws AppError NOT_FOUND */
export async function pauseList(actor: Actor, runId: string): Promise<void> {
  const run = await getRun(actor, runId);
  const reason = kept("Paused by {name}.", { name: actor.name });
  await inTransaction(async (tx) => {
    if (!(await move(tx, run, "RUNNING", "PAUSED", actor, reason))) return;
    await audit(tx, actor, run, "invitation-list.pause", { reason });
  });
}

/** Lets it go on, in the name of whoever says so. Only what was not sent yet is sent. @throws AppError NOT_FOUND */
export async function resumeList(actor: Actor, runId: string): Promise<void> {
  const run = await getRun(actor, runId);
  await inTransaction(async (tx) => {
    if (!(await move(tx, run, "PAUSED", "RUNNING", actor))) return;
    await addListJob(tx, run);
    await audit(tx, actor, run, "invitation-list.resume", {});
  });
}

/**
 * Gives up what was not sent: a draft goes away whole, a paused list ends. @throws AppError CONFLICT while it is running; NOT_FOUND
 */
export async function discardList(actor: Actor, runId: string): Promise<{ wasDraft: boolean }> {
  const run = await getRun(actor, runId);
  if (run.state === "DRAFT") {
    await getDb().invitationRun.deleteMany({ where: { id: runId, state: "DRAFT" } });
    return { wasDraft: true };
  }
  if (run.state === "RUNNING") {
    throw new AppError("CONFLICT", say("The list is being sent. Pause it first; nothing was changed."));
  }
  await inTransaction(async (tx) => {
    if (!(await move(tx, run, "PAUSED", "ENDED", actor))) return;
    const cause = kept("Given up by {name}; it had no effect.", { name: actor.name });
    const begun = await tx.invitationRunRow.findMany({
      where: { runId, operation: { state: { in: ["HELD", "NOT_SENT", "PREPARED"] } } },
      select: { operationId: true },
    });
    for (const { operationId } of begun) {
      if (operationId === null) continue;
      await moveOperation(tx, operationId, ["HELD", "NOT_SENT", "PREPARED"], {
        state: "DISCARDED",
        cause,
        actor,
      });
    }
    const unsent = await tx.invitationRunRow.findMany({
      where: { runId, isIncluded: true, heldBack: null, operationId: null },
      select: { address: true },
    });
    await tx.invitationRunRow.updateMany({
      where: { runId, isIncluded: true, heldBack: null, operationId: null },
      data: {
        heldBack: kept("Given up by {name} before its turn came. Nothing was sent.", { name: actor.name }),
      },
    });
    // A row that only this list had put into the ledger never was an invitation.
    await tx.invitation.deleteMany({
      where: {
        cloudId: run.cloudId,
        state: "PREPARED",
        address: { in: unsent.map(({ address }) => address).filter((address) => address !== null) },
      },
    });
    await audit(tx, actor, run, "invitation-list.discard", { given: unsent.length + begun.length });
  }, WRITE_MS_MAX);
  return { wasDraft: false };
}

/**
 * Tries once more what was refused, held back or not sent; what may have had an effect is never among it.
 * @throws AppError CONFLICT when there is nothing of that kind, or the list is being sent; NOT_FOUND
 */
export async function retryList(actor: Actor, runId: string): Promise<void> {
  const run = await getRun(actor, runId);
  if (run.state === "RUNNING") return;
  if (run.state === "DRAFT") throw new AppError("CONFLICT", say("The list was not sent yet. Send it first."));
  await inTransaction(async (tx) => {
    if (!(await move(tx, run, run.state, "RUNNING", actor))) return;
    const freed = await tx.invitationRunRow.updateMany({
      where: {
        runId,
        isIncluded: true,
        OR: [{ heldBack: { not: null } }, { operation: { state: { in: [...RETRYABLE_STATES] } } }],
      },
      // An operation that is still open is replaced by the new one: it provably had no effect.
      data: { heldBack: null, operationId: null },
    });
    if (freed.count === 0) {
      throw new AppError(
        "CONFLICT",
        say("Nothing of this list was refused or left unsent. Nothing was sent."),
      );
    }
    await addListJob(tx, run);
    await audit(tx, actor, run, "invitation-list.resume", { again: freed.count });
  }, WRITE_MS_MAX);
}

/** Removes drafts that nobody sent: they hold addresses of people who were never written to. */
export async function sweepDrafts(): Promise<void> {
  await getDb().invitationRun.deleteMany({
    where: { state: "DRAFT", createdAt: { lt: after(-DRAFT_DAYS_MAX * 24 * 3_600_000) } },
  });
}

/** One job for a list at a time, and one list of a connection after the other, in slices. */
export function addListJob(
  db: Db,
  run: { id: string; cloud: { connectionId: string } },
  runAt?: Date,
): Promise<void> {
  return addJob(
    db,
    "portal.invite-list",
    { runId: run.id },
    {
      key: `invite-list:${run.id}`,
      queue: `invite-list:${run.cloud.connectionId}`,
      ...(runAt === undefined ? {} : { runAt }),
    },
  );
}

async function move(
  tx: Db,
  run: Run,
  from: InvitationRunState,
  to: InvitationRunState,
  actor: Actor,
  pauseReason: string | null = null,
): Promise<boolean> {
  const at = now();
  const goesOn = to === "RUNNING";
  const moved = await tx.invitationRun.updateMany({
    where: { id: run.id, state: from },
    data: {
      state: to,
      stateSince: at,
      pauseReason,
      ...(goesOn
        ? {
            brakeFrom: at,
            waits: 0,
            waitUntil: null,
            actorId: actor.staffId,
            actorName: actor.name,
            startedAt: run.startedAt ?? at,
          }
        : {}),
    },
  });
  return moved.count === 1;
}

function audit(
  tx: Db,
  actor: Actor,
  run: Run,
  action: AuditAction,
  after: Record<string, string | number | null>,
): Promise<void> {
  return recordAudit(tx, {
    actor: toAuditActor(actor),
    action,
    objectType: "invitation-list",
    objectId: run.id,
    before: { state: run.state },
    after: { ...after, name: kept("list for {name}", { name: run.cloud.name }) },
    outcome: "DONE",
  });
}

async function getRun(actor: Actor, id: string): Promise<Run> {
  requirePermission(actor, "invitation:send");
  const run = isId(id)
    ? await getDb().invitationRun.findUnique({
        where: { id },
        include: { cloud: { include: { connection: true } } },
      })
    : null;
  if (run === null) throw notFound(say("This list"));
  return run;
}
