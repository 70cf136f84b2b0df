/**
 * Creates a list of projects, a slice at a time and one after the other, because parents come before what is below them. It may run
 * twice and may die anywhere: what was begun stands in the journal, a row has one operation, and an operation is sent once.
 */
import { isAllowed, type Actor } from "#lib/auth/actor.ts";
import { after, now } from "#lib/core/clock.ts";
import { AppError } from "#lib/core/errors.ts";
import { log } from "#lib/core/logger.ts";
import { kept } from "#lib/core/kept-texts.ts";
import { say } from "#lib/core/texts.ts";
import {
  getDb,
  type CloudModel,
  type ConnectionModel,
  type ProjectListModel,
  type ProjectListRowModel,
} from "#lib/db/client.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { recordAudit, systemActor } from "#lib/features/activity/commands.ts";
import { listAnswers } from "#lib/features/invitations/runs/answers.ts";
import { asksToWait, reasonToStop, waitMs, WAITS_MAX } from "#lib/features/invitations/runs/brake.ts";
import { runOperation } from "#lib/features/operations/commands.ts";
import { submitOperation } from "#lib/features/operations/journal.ts";
import { UNSENT_STATES } from "#lib/features/operations/policy.ts";
import { resultSchema, type OperationView } from "#lib/features/operations/schema.ts";
import type { JobHandler } from "#lib/jobs/definitions.ts";
import { projectFieldsSchema, type ProjectFields } from "../schema.ts";
import { projectSubmission } from "../submission.ts";
import { addListJob } from "./commands.ts";

/** After this the lists of others on the same connection have their turn. */
const SLICE_MS = 20_000;
const AGAIN_MS = 5_000;
const TRIES_MAX = 5;

type List = ProjectListModel & { cloud: CloudModel & { connection: ConnectionModel } };

/** Another runner has this row, or the list was paused at the last moment: not an error. */
class NotOurs extends Error {}

/** The job "portal.create-projects". */
export const createListed: JobHandler<"portal.create-projects"> = async ({ listId }, { signal }) => {
  const endsAt = performance.now() + SLICE_MS;
  let n = 0;
  while (performance.now() < endsAt) {
    // The queue gives the job to the next process without counting this try.
    signal.throwIfAborted();
    const list = await findRunning(listId);
    if (list === null) return;
    if (list.waitUntil !== null && list.waitUntil > now()) break;
    const row = await findUnsent(listId, n);
    if (row === null) break;
    ({ n } = row);
    const actor = await findSender(list);
    if (actor === null) return;
    await createRow(list, actor, row);
  }
  await goOn(listId);
};

/** What follows a slice: the next one, at the time the service asked for, or the end. */
async function goOn(listId: string): Promise<void> {
  const list = await findRunning(listId);
  if (list === null) return;
  const next = await findUnsent(listId, 0);
  await inTransaction(async (tx) => {
    if (next === null) {
      await tx.projectList.updateMany({
        where: { id: listId, state: "RUNNING" },
        data: { state: "ENDED", stateSince: now(), waitUntil: null },
      });
      return;
    }
    const soon = next.operationId === null ? undefined : after(AGAIN_MS);
    const isWaiting = list.waitUntil !== null && list.waitUntil > now();
    await addListJob(tx, list, isWaiting ? (list.waitUntil ?? undefined) : soon);
  });
}

/** In whose name it goes on, asked before each row; null when that person may not create projects any more, which pauses it. */
async function findSender(list: List): Promise<Actor | null> {
  const staff = await getDb().staff.findUnique({ where: { id: list.actorId } });
  const isActive = staff !== null && staff.disabledAt === null;
  if (isActive && isAllowed(staff, "project:create")) {
    return { staffId: staff.id, name: staff.name, role: staff.role, requestId: list.reference };
  }
  const name = list.actorName;
  const why = isActive
    ? kept("{name} has no right to create projects any more. Somebody else can let it go on.", { name })
    : kept("{name} is no active member of staff any more. Somebody else can let it go on.", { name });
  await stopList(list, why);
  return null;
}

async function createRow(list: List, actor: Actor, row: ProjectListRowModel): Promise<void> {
  let view: OperationView;
  try {
    view = await runOperation(row.operationId ?? (await submit(list, actor, row)));
  } catch (thrown) {
    if (thrown instanceof NotOurs) return;
    if (!(thrown instanceof AppError) || !["CONFLICT", "VALIDATION"].includes(thrown.code)) throw thrown;
    await getDb().projectListRow.updateMany({
      where: { id: row.id, operationId: null },
      data: { heldBack: thrown.message },
    });
    return;
  }
  await react(list, view);
}

async function submit(list: List, actor: Actor, row: ProjectListRowModel): Promise<string> {
  const project = await withParent(row);
  const since = (list.brakeFrom ?? list.createdAt).getTime().toString(36);
  const submission = projectSubmission(list.cloud, `${list.id}_${String(row.n)}_${since}`, project);
  const operation = await submitOperation(actor, submission, undefined, async (tx, operationId) => {
    const linked = await tx.projectListRow.updateMany({
      where: { id: row.id, operationId: null, list: { state: "RUNNING" } },
      data: { operationId },
    });
    if (linked.count === 0) throw new NotOurs();
  });
  return operation.id;
}

/** The row's fields, with the number of the parent that this list made. @throws AppError CONFLICT when that one was not made */
async function withParent(row: ProjectListRowModel): Promise<ProjectFields> {
  const project = projectFieldsSchema.parse(row.fields);
  if (row.parentN === null) return project;
  const parent = await getDb().projectListRow.findUniqueOrThrow({
    where: { listId_n: { listId: row.listId, n: row.parentN } },
    include: { operation: true },
  });
  const { operation } = parent;
  const isMade = operation?.state === "DONE" || operation?.state === "RESOLVED_DONE";
  const result = resultSchema.nullable().parse(operation?.result ?? null);
  if (isMade && result !== null && result.serviceId !== null)
    return { ...project, parentId: result.serviceId };
  const isUncertain = operation?.state === "UNKNOWN" || operation?.state === "DONE_ID_LOST";
  const { name } = parent;
  throw new AppError(
    "CONFLICT",
    isUncertain
      ? say("Its parent “{name}” is uncertain; settle it, then try this one again. Nothing was sent.", {
          name,
        })
      : say("Its parent “{name}” was not created. Nothing was sent.", { name }),
  );
}

/** Whether the list goes on after this answer. */
async function react(list: List, view: OperationView): Promise<void> {
  if (view.state !== "NOT_SENT" && view.state !== "UNKNOWN" && view.state !== "REFUSED") {
    await getDb().projectList.updateMany({ where: { id: list.id, waits: { gt: 0 } }, data: { waits: 0 } });
    return;
  }
  const answers = await listAnswers(
    { projectListRow: { listId: list.id } },
    list.brakeFrom ?? list.createdAt,
  );
  const own = answers.find((answer) => answer.operationId === view.id);
  if (own !== undefined && asksToWait(own)) {
    await waitAsTold(list, view.result?.retryAfterSeconds ?? null);
    return;
  }
  const reason = reasonToStop(
    answers.filter((answer) => !asksToWait(answer)),
    "projects",
  );
  if (reason !== null) await stopList(list, reason);
  else if (view.state === "NOT_SENT" && own !== undefined && own.attempts >= TRIES_MAX) {
    const { title, cause } = view;
    const count = own.attempts;
    const why =
      cause === null
        ? kept("“{title}” could not be sent in {count} tries.", { title, count })
        : kept("“{title}” could not be sent in {count} tries. {cause}", { title, count, cause });
    await stopList(list, why);
  }
}

async function waitAsTold(list: List, retryAfterSeconds: number | null): Promise<void> {
  if (list.waits >= WAITS_MAX) {
    const why = kept("The service still asks to slow down after {count} waits.", { count: list.waits });
    await stopList(list, why);
    return;
  }
  await getDb().projectList.updateMany({
    where: { id: list.id, state: "RUNNING" },
    data: { waitUntil: after(waitMs(retryAfterSeconds, list.waits)), waits: { increment: 1 } },
  });
}

/** Pauses the list by itself, with its reason, and asks a person. */
async function stopList(list: List, reason: string): Promise<void> {
  const isStopped = await inTransaction(async (tx) => {
    const moved = await tx.projectList.updateMany({
      where: { id: list.id, state: "RUNNING" },
      data: { state: "PAUSED", stateSince: now(), pauseReason: reason, waitUntil: null },
    });
    if (moved.count === 0) return false;
    await recordAudit(tx, {
      actor: systemActor(),
      action: "project-list.pause",
      objectType: "project-list",
      objectId: list.id,
      before: { state: "RUNNING" },
      after: { state: "PAUSED", reason, name: `for ${list.cloud.name}` },
      outcome: "DONE",
    });
    return true;
  });
  if (isStopped) log.warn("a list of projects was paused", { listId: list.id, reason });
}

/** The next row without an effect so far, after the `n`th. */
function findUnsent(listId: string, n: number): Promise<ProjectListRowModel | null> {
  return getDb().projectListRow.findFirst({
    where: {
      listId,
      n: { gt: n },
      isIncluded: true,
      heldBack: null,
      OR: [{ operationId: null }, { operation: { state: { in: [...UNSENT_STATES] } } }],
    },
    orderBy: { n: "asc" },
  });
}

function findRunning(id: string): Promise<List | null> {
  return getDb().projectList.findUnique({
    where: { id, state: "RUNNING" },
    include: { cloud: { include: { connection: true } } },
  });
}
