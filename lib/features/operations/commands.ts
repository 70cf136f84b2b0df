/**
 * Sends what the journal holds, and lets people settle what stayed uncertain. An operation is sent once; only what provably
 * had no effect may be sent again, and only by a person.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { after, now } from "#lib/core/clock.ts";
import { AppError, notFound, validation } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { parseInput } from "#lib/core/parse.ts";
import { log } from "#lib/core/logger.ts";
import {
  getDb,
  Prisma,
  type AttemptModel,
  type OperationModel,
  type OperationState,
} from "#lib/db/client.ts";
import { withReconnects } from "#lib/db/again.ts";
import { isDatabaseAway } from "#lib/db/errors.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { clientFor, getConnectionRow } from "#lib/features/connections/queries.ts";
import { recordAudit, toAuditActor } from "#lib/features/activity/commands.ts";
import type { CloudInput, InvitationInput, ProjectInput } from "#lib/service/contract/inputs.ts";
import type { Outcome } from "#lib/service/client/outcome.ts";
import type { ServiceClient } from "#lib/service/client/service-client.ts";
import { applyEffect } from "./effects.ts";
import { verifyClaim } from "./evidence.ts";
import { claimOperation, moveOperation, recordSettlement, renewLease } from "./journal.ts";
import { canSend, LEASE_MS, NOTE_LENGTH_MIN, UNCERTAIN_STATES, UNSENT_STATES } from "./policy.ts";
import { toView } from "./queries.ts";
import { contextSchema, settleSchema, type OperationView, type Settle } from "./schema.ts";
import { toSettlement, type Confirmed } from "./settlement.ts";
import { dropAnswer, keepAnswer } from "./spool.ts";
import { subjectWords } from "./words.ts";

const RENEW_MS = LEASE_MS / 3;
const WAIT_MS_MAX = 10_000;
const POLL_MS = 150;

export type Send = (client: ServiceClient, operation: OperationModel) => Promise<Outcome<Confirmed>>;

/**
 * Sends an operation that was not sent yet (or provably in vain) and returns what became of it. When somebody else is sending
 * it, waits a few seconds for that and returns the same.
 */
export async function runOperation(id: string, send: Send = sendStored): Promise<OperationView> {
  return runFrom(id, UNSENT_STATES, send);
}

async function runFrom(id: string, from: readonly OperationState[], send: Send): Promise<OperationView> {
  try {
    const operation = await withReconnects(() => getRow(id));
    if (from.includes(operation.state)) {
      const connection = await withReconnects(() => getConnectionRow(operation.connectionId));
      const attempt = await claimOperation(id, from, connection.revision);
      if (attempt !== null) await perform(attempt, operation, clientFor(connection), send);
    }
    return await waitForEnd(id);
  } catch (thrown) {
    if (!isDatabaseAway(thrown)) throw thrown;
    const words =
      "The database stopped answering in the middle of this. It is written down; open it and see what became of it before you do it again.";
    const details = { href: `/operations/${id}`, retryAfterSeconds: 30 };
    throw new AppError("UNAVAILABLE", words, { details, cause: thrown });
  }
}

async function perform(
  attempt: AttemptModel,
  operation: OperationModel,
  client: ServiceClient,
  send: Send,
): Promise<void> {
  const renewing = setInterval(() => {
    renewLease(attempt).catch((thrown: unknown) => {
      log.error("the lease of an attempt could not be renewed", thrown, { attemptId: attempt.id });
    });
  }, RENEW_MS);
  try {
    const settlement = toSettlement(attempt, await send(client, operation));
    try {
      await keepAnswer(settlement);
    } catch (thrown) {
      // Without the file only the database can keep the answer; it is asked next.
      log.error("an answer could not be kept in the data folder", thrown, { attemptId: attempt.id });
    }
    try {
      await withReconnects(() => recordSettlement(settlement));
    } catch (thrown) {
      throw new AppError(
        "UNAVAILABLE",
        "The service has answered, but the database could not record it. The answer is kept and is recorded within a minute after the database is back; do not send it again.",
        { details: { href: `/operations/${operation.id}`, retryAfterSeconds: 30 }, cause: thrown },
      );
    }
    await dropAnswer(attempt.id);
  } finally {
    clearInterval(renewing);
  }
}

/** What the journal holds is enough to send everything but a file. */
async function sendStored(client: ServiceClient, operation: OperationModel): Promise<Outcome<Confirmed>> {
  const { cloudServiceId } = contextSchema.parse(operation.context);
  if (operation.kind === "CREATE_CLOUD") return client.createCloud(operation.body as CloudInput);
  if (cloudServiceId !== undefined && operation.kind === "CREATE_PROJECT") {
    return client.createProject(cloudServiceId, operation.body as ProjectInput);
  }
  if (cloudServiceId !== undefined && operation.kind === "INVITE") {
    return client.invite(cloudServiceId, operation.body as InvitationInput);
  }
  throw new AppError("CONFLICT", "A file is not kept by Portico. Choose it again on the project's page.");
}

async function waitForEnd(id: string): Promise<OperationView> {
  const endMs = performance.now() + WAIT_MS_MAX;
  for (;;) {
    const row = await withReconnects(() => getRow(id));
    if (row.state !== "SENDING" || performance.now() > endMs) return toView(row);
    await sleep(POLL_MS);
  }
}

/**
 * Sends an operation from the journal: one that is held or was not sent. An uncertain invitation may be sent again when the
 * person accepts that two mails are possible and says why.
 */
export async function sendOperation(
  actor: Actor,
  input: { id: string; acceptsTwoMails?: boolean; note?: string },
): Promise<OperationView> {
  requirePermission(actor, "operation:settle");
  const row = await getRow(input.id);
  if (canSend(row.kind, row.state)) return runOperation(row.id);
  if (row.kind !== "INVITE" || row.state !== "UNKNOWN" || input.acceptsTwoMails !== true) {
    throw new AppError(
      "CONFLICT",
      `Nothing was sent: ${subjectWords(row)} cannot be sent in its present state.`,
    );
  }
  const note = requireNote(input.note ?? "");
  await inTransaction((tx) =>
    recordAudit(tx, {
      actor: toAuditActor(actor),
      action: "operation.settle",
      objectType: "operation",
      objectId: row.id,
      before: { state: row.state },
      after: { decision: "send again, two mails possible", note },
      outcome: "INTENDED",
      operationId: row.id,
    }),
  );
  return runFrom(row.id, ["UNKNOWN"], sendStored);
}

/** Gives up an operation that provably had no effect. @throws AppError CONFLICT when it is under way or settled. */
export async function discardOperation(actor: Actor, id: string): Promise<OperationView> {
  requirePermission(actor, "operation:settle");
  const row = await getRow(id);
  const cause = `Discarded by ${actor.name}; it had no effect.`;
  const isMoved = await inTransaction((tx) =>
    moveOperation(tx, row.id, ["HELD", "NOT_SENT"], { state: "DISCARDED", cause, actor }),
  );
  if (!isMoved)
    throw new AppError("CONFLICT", "It is not waiting any more. Look again at what became of it.");
  return toView(await getRow(id));
}

/**
 * A person's word on an uncertain operation: it exists, it does not, or leave it open. The first decision counts.
 * @throws AppError CONFLICT when somebody else has settled it or the quiet time is not over; VALIDATION when the note or the
 * number is missing or the service contradicts.
 */
export async function settleOperation(actor: Actor, input: Settle): Promise<OperationView> {
  requirePermission(actor, "operation:settle");
  const decision = parseInput(settleSchema, input);
  const row = await getRow(decision.id);
  if (!UNCERTAIN_STATES.includes(row.state)) throw alreadySettled(row);
  if (decision.decision === "leave") return leaveOpen(actor, row, decision.note);
  if (decision.decision === "absent") return settleAbsent(actor, row, decision.note);

  const claim = await verifyClaim(row, decision.serviceId ?? null);
  const note = claim.isProven ? decision.note : requireNote(decision.note);
  const serviceId = decision.serviceId ?? null;
  return close(actor, row, {
    state: "RESOLVED_DONE",
    cause: claim.sentence,
    note,
    // What is found of an upload is its model; the document's number stays unknown.
    result:
      row.kind === "UPLOAD"
        ? { serviceId: null, modelId: serviceId, name: row.title }
        : { serviceId, name: claim.name },
  });
}

function settleAbsent(actor: Actor, row: OperationModel, typedNote: string): Promise<OperationView> {
  if (row.quietUntil !== null && row.quietUntil > now()) {
    const until = row.quietUntil.toISOString().slice(11, 16);
    throw new AppError(
      "CONFLICT",
      `The service may still be at work until ${until} UTC, so "not there now" proves nothing yet. Nothing was changed. Look again after that.`,
    );
  }
  const note = requireNote(typedNote);
  return close(actor, row, {
    state: "RESOLVED_ABSENT",
    cause: `${actor.name} looked and found that it does not exist.`,
    note,
    result: null,
  });
}

async function leaveOpen(actor: Actor, row: OperationModel, note: string): Promise<OperationView> {
  await inTransaction(async (tx) => {
    await tx.operation.updateMany({
      where: { id: row.id, state: row.state },
      data: { quietUntil: row.quietUntil ?? after(0), ...(note === "" ? {} : { note }) },
    });
    await recordAudit(tx, {
      actor: toAuditActor(actor),
      action: "operation.settle",
      objectType: "operation",
      objectId: row.id,
      before: { state: row.state },
      after: { state: row.state, decision: "leave open", note },
      outcome: "UNKNOWN",
      operationId: row.id,
    });
  });
  return toView(await getRow(row.id));
}

type Closing = {
  state: "RESOLVED_DONE" | "RESOLVED_ABSENT";
  cause: string;
  note: string;
  result: { serviceId: number | null; modelId?: number | null; name: string | null } | null;
};

async function close(actor: Actor, row: OperationModel, closing: Closing): Promise<OperationView> {
  const { state, cause, note, result } = closing;
  await inTransaction(async (tx) => {
    const settled = await tx.operation.updateMany({
      where: { id: row.id, state: row.state },
      data: {
        state,
        cause,
        note: note === "" ? null : note,
        stateSince: now(),
        openKey: null,
        result: result ?? Prisma.DbNull,
        settledById: actor.staffId,
        settledByName: actor.name,
        settledAt: now(),
      },
    });
    if (settled.count === 0) throw alreadySettled(await getRow(row.id));
    const registryId = await applyEffect(tx, row, { state, cause, result });
    if (result !== null) {
      await tx.operation.update({ where: { id: row.id }, data: { result: { ...result, registryId } } });
    }
    await recordAudit(tx, {
      actor: toAuditActor(actor),
      action: "operation.settle",
      objectType: "operation",
      objectId: row.id,
      before: { state: row.state },
      after: { state, cause, note, serviceId: result?.serviceId ?? null, registryId },
      outcome: "DONE",
      operationId: row.id,
    });
  });
  return toView(await getRow(row.id));
}

function requireNote(note: string): string {
  if (note.trim().length >= NOTE_LENGTH_MIN) return note.trim();
  throw validation(
    { note: [`Write in at least ${String(NOTE_LENGTH_MIN)} characters how you know.`] },
    "A decision by hand needs its reason. Nothing was changed.",
  );
}

function alreadySettled(row: OperationModel): AppError {
  const who = row.settledByName === null ? "" : ` by ${row.settledByName}`;
  return new AppError(
    "CONFLICT",
    `Somebody was first: ${subjectWords(row)} is settled${who} already. ${row.cause ?? ""}`.trim(),
    { details: { href: `/operations/${row.id}` } },
  );
}

async function getRow(id: string): Promise<OperationModel> {
  const row = isId(id) ? await getDb().operation.findUnique({ where: { id } }) : null;
  if (row === null) throw notFound("This operation");
  return row;
}
