/**
 * What people do with a list of projects: create it, pause it, let it go on, give up the rest, try once more what was refused. The
 * sending itself is the job's (jobs.ts). Each change is a compare-and-set with its audit row and its job in one transaction.
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
  type Db,
  type ProjectListModel,
  type ProjectListState,
} from "#lib/db/client.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { recordAudit, toAuditActor } from "#lib/features/activity/commands.ts";
import type { AuditAction } from "#lib/features/activity/schema.ts";
import { moveOperation } from "#lib/features/operations/journal.ts";
import { RETRYABLE_STATES } from "#lib/features/operations/outcomes.ts";
import { addJob } from "#lib/jobs/queue.ts";

const DRAFT_DAYS_MAX = 7;

type List = ProjectListModel & { cloud: CloudModel };

/** Starts a draft; whoever presses twice starts it once. @throws AppError CONFLICT when nothing in it would be sent; NOT_FOUND */
export async function startProjectList(actor: Actor, id: string): Promise<void> {
  const list = await getList(actor, id);
  if (list.state !== "DRAFT") return;
  await inTransaction(async (tx) => {
    if (!(await move(tx, list, "DRAFT", "RUNNING", actor))) return;
    const rows = await tx.projectListRow.count({ where: { listId: id, isIncluded: true } });
    if (rows === 0)
      throw new AppError("CONFLICT", say("No row of the list can be created. Nothing was sent."));
    await addListJob(tx, list);
    await audit(tx, actor, list, "project-list.start", { projects: rows });
  });
}

/** Holds the rest back; what is on its way comes to its end. @throws AppError NOT_FOUND */
export async function pauseProjectList(actor: Actor, id: string): Promise<void> {
  const list = await getList(actor, id);
  const reason = kept("Paused by {name}.", { name: actor.name });
  await inTransaction(async (tx) => {
    if (!(await move(tx, list, "RUNNING", "PAUSED", actor, reason))) return;
    await audit(tx, actor, list, "project-list.pause", { reason });
  });
}

/** Lets it go on, in the name of whoever says so. Only what was not sent yet is sent. @throws AppError NOT_FOUND */
export async function resumeProjectList(actor: Actor, id: string): Promise<void> {
  const list = await getList(actor, id);
  await inTransaction(async (tx) => {
    if (!(await move(tx, list, "PAUSED", "RUNNING", actor))) return;
    await addListJob(tx, list);
    await audit(tx, actor, list, "project-list.resume", {});
  });
}

/** Gives up what was not sent: a draft goes away whole, a paused list ends. @throws AppError CONFLICT while it is running; NOT_FOUND */
export async function discardProjectList(actor: Actor, id: string): Promise<{ wasDraft: boolean }> {
  const list = await getList(actor, id);
  if (list.state === "DRAFT") {
    await getDb().projectList.deleteMany({ where: { id, state: "DRAFT" } });
    return { wasDraft: true };
  }
  if (list.state === "RUNNING") {
    throw new AppError("CONFLICT", say("The list is being created. Pause it first; nothing was changed."));
  }
  await inTransaction(async (tx) => {
    if (!(await move(tx, list, "PAUSED", "ENDED", actor))) return;
    const begun = await tx.projectListRow.findMany({
      where: { listId: id, operation: { state: { in: ["HELD", "NOT_SENT", "PREPARED"] } } },
      select: { operationId: true },
    });
    const cause = kept("Given up by {name}; it had no effect.", { name: actor.name });
    for (const { operationId } of begun) {
      if (operationId === null) continue;
      const to = { state: "DISCARDED" as const, cause, actor };
      await moveOperation(tx, operationId, ["HELD", "NOT_SENT", "PREPARED"], to);
    }
    const unsent = await tx.projectListRow.updateMany({
      where: { listId: id, isIncluded: true, heldBack: null, operationId: null },
      data: {
        heldBack: kept("Given up by {name} before its turn came. Nothing was sent.", { name: actor.name }),
      },
    });
    await audit(tx, actor, list, "project-list.discard", { given: unsent.count + begun.length });
  });
  return { wasDraft: false };
}

/** Tries once more what was refused, held back or not sent; what may have had an effect is never among it. @throws AppError CONFLICT, NOT_FOUND */
export async function retryProjectList(actor: Actor, id: string): Promise<void> {
  const list = await getList(actor, id);
  if (list.state === "RUNNING") return;
  if (list.state === "DRAFT")
    throw new AppError("CONFLICT", say("The list was not sent yet. Send it first."));
  await inTransaction(async (tx) => {
    if (!(await move(tx, list, list.state, "RUNNING", actor))) return;
    const freed = await tx.projectListRow.updateMany({
      where: {
        listId: id,
        isIncluded: true,
        OR: [{ heldBack: { not: null } }, { operation: { state: { in: [...RETRYABLE_STATES] } } }],
      },
      // An operation that is still open is replaced by the new one: it provably had no effect.
      data: { heldBack: null, operationId: null },
    });
    if (freed.count === 0) throw new AppError("CONFLICT", say("Nothing of it was refused or left unsent."));
    await addListJob(tx, list);
    await audit(tx, actor, list, "project-list.resume", { again: freed.count });
  });
}

/** Removes drafts that nobody sent. */
export async function sweepProjectDrafts(): Promise<void> {
  await getDb().projectList.deleteMany({
    where: { state: "DRAFT", createdAt: { lt: after(-DRAFT_DAYS_MAX * 24 * 3_600_000) } },
  });
}

/** One job for a list at a time, and one list of a cloud's connection after the other, in slices. */
export function addListJob(
  db: Db,
  list: { id: string; cloud: { connectionId: string } },
  runAt?: Date,
): Promise<void> {
  return addJob(
    db,
    "portal.create-projects",
    { listId: list.id },
    {
      key: `project-list:${list.id}`,
      queue: `project-list:${list.cloud.connectionId}`,
      ...(runAt === undefined ? {} : { runAt }),
    },
  );
}

async function move(
  tx: Db,
  list: List,
  from: ProjectListState,
  to: ProjectListState,
  actor: Actor,
  pauseReason: string | null = null,
): Promise<boolean> {
  const at = now();
  const { staffId: actorId, name: actorName } = actor;
  const going = {
    brakeFrom: at,
    waits: 0,
    waitUntil: null,
    actorId,
    actorName,
    startedAt: list.startedAt ?? at,
  };
  const moved = await tx.projectList.updateMany({
    where: { id: list.id, state: from },
    data: { state: to, stateSince: at, pauseReason, ...(to === "RUNNING" ? going : {}) },
  });
  return moved.count === 1;
}

function audit(
  tx: Db,
  actor: Actor,
  list: List,
  action: AuditAction,
  after: Record<string, string | number>,
): Promise<void> {
  return recordAudit(tx, {
    actor: toAuditActor(actor),
    action,
    objectType: "project-list",
    objectId: list.id,
    before: { state: list.state },
    after: { ...after, name: `for ${list.cloud.name}` },
    outcome: "DONE",
  });
}

async function getList(actor: Actor, id: string): Promise<List> {
  requirePermission(actor, "project:create");
  const list = isId(id)
    ? await getDb().projectList.findUnique({ where: { id }, include: { cloud: true } })
    : null;
  if (list === null) throw notFound(say("This list"));
  return list;
}
