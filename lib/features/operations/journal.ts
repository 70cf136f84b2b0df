/**
 * The three transactions of an operation (docs/decisions/0010-operation-journal.md): recorded, claimed, settled. Nothing here talks to a
 * service; only this file changes the state of an operation that is being sent.
 */
import type { Actor } from "#lib/auth/actor.ts";
import { after, now } from "#lib/core/clock.ts";
import { AppError } from "#lib/core/errors.ts";
import { newId } from "#lib/core/ids.ts";
import type { Sentence } from "#lib/core/language/kept-texts.ts";
import { recall } from "#lib/core/language/stored-sentence.ts";
import { inEnglish, say } from "#lib/core/texts.ts";
import {
  Prisma,
  getDb,
  type AttemptModel,
  type Db,
  type OperationModel,
  type OperationState,
} from "#lib/db/client.ts";
import { withReconnects } from "#lib/db/again.ts";
import { stored } from "#lib/db/stored-sentence.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { isDatabaseAway, isUniqueViolation } from "#lib/db/errors.ts";
import { systemActor, toAuditActor } from "#lib/audit/actor.ts";
import { recordAudit } from "#lib/audit/record.ts";
import { applyEffect, auditDetailOf } from "./effects.ts";
import { correctedKey, requestSha256Of } from "./form-keys.ts";
import { rulesOf } from "./rules/kinds.ts";
import { auditOutcomeOf, isOpen, LEASE_MS, openKeyOf, QUIET_MS, UNSENT_STATES } from "./rules/policy.ts";
import { resultSchema, type Submission } from "./rules/schema.ts";
import type { Settlement } from "./rules/settlement.ts";
import { conflictSentence, lateSentence } from "./words.ts";

const KEY = /^[A-Za-z0-9_-]{8,100}$/;

/** Writes registry rows that belong to the intent (e.g. the invitation's row) in its transaction. */
export type Preparation = (tx: Db, operationId: string) => Promise<Partial<Submission["context"]>>;

/** Writes rows that reference the operation, after it in the same transaction; throws when the operation must not exist. */
export type Linking = (tx: Db, operationId: string) => Promise<void>;

/**
 * First transaction: the operation and its audit row. The same key again returns the existing operation to anybody, so the call is simply
 * repeated when the database connection broke and the outcome is unknown.
 * @throws AppError CONFLICT when an open operation has the same subject, with a link to it; UNAVAILABLE without the database.
 */
export async function submitOperation(
  actor: Actor,
  submission: Submission,
  prepare?: Preparation,
  link?: Linking,
): Promise<OperationModel> {
  try {
    return await withReconnects(() => findOrInsert(actor, submission, prepare, link));
  } catch (thrown) {
    if (!isDatabaseAway(thrown)) throw thrown;
    const words = say(
      "The database does not answer right now, so nothing was sent to the service. Send this form again in half a minute; it takes effect only once.",
    );
    throw new AppError("UNAVAILABLE", words, { details: { retryAfterSeconds: 30 }, cause: thrown });
  }
}

async function findOrInsert(
  actor: Actor,
  submission: Submission,
  prepare?: Preparation,
  link?: Linking,
): Promise<OperationModel> {
  if (!KEY.test(submission.key)) {
    throw new AppError("VALIDATION", say("This form has expired. Reload the page and fill it in again."));
  }
  const requestSha256 = requestSha256Of(submission);
  let key = submission.key;
  for (let round = 0; round < 4; round += 1) {
    const existing = await getDb().operation.findUnique({ where: { key } });
    if (existing !== null) {
      if (existing.requestSha256 === requestSha256 && existing.kind === submission.kind) return existing;
      if (isOpen(existing.state) && !UNSENT_STATES.includes(existing.state)) throw otherValues(existing);
      if (key !== submission.key) throw otherValues(existing);
      // Corrected in the same form after a refusal or a failed sending: another intent, still one per click.
      key = correctedKey(submission.key, requestSha256);
      continue;
    }
    try {
      return await insert(actor, { ...submission, key }, requestSha256, prepare, link);
    } catch (thrown) {
      if (!isUniqueViolation(thrown)) throw thrown;
      const openKey = `${submission.connection.id}:${submission.subject}`;
      const rival = await getDb().operation.findUnique({ where: { openKey } });
      if (rival !== null && rival.key !== key) throw conflict(rival);
    }
  }
  throw new AppError(
    "CONFLICT",
    say("Somebody else is doing the same right now. Nothing was sent. Reload the page."),
  );
}

function insert(
  actor: Actor,
  submission: Submission,
  requestSha256: string,
  prepare: Preparation | undefined,
  link: Linking | undefined,
): Promise<OperationModel> {
  const { connection, subject } = submission;
  const openKey = openKeyOf("PREPARED", connection.id, subject);
  return inTransaction(async (tx) => {
    await supersede(tx, actor, openKey);
    const operationId = newId();
    const at = now();
    const recorded = await tx.operation.create({
      data: {
        id: operationId,
        key: submission.key,
        kind: submission.kind,
        connectionId: connection.id,
        connectionRevision: connection.revision,
        method: "POST",
        path: submission.path,
        body: submission.body,
        requestSha256,
        subjectKey: subject,
        openKey,
        title: submission.title,
        context: submission.context,
        actorId: actor.staffId,
        actorName: actor.name,
        state: "PREPARED",
        stateSince: at,
        createdAt: at,
      },
    });
    // After the operation, as in its settlement: rows locked in the other order were a deadlock of two who invited one person at once.
    const row =
      prepare === undefined
        ? recorded
        : await tx.operation.update({
            where: { id: operationId },
            data: { context: { ...submission.context, ...(await prepare(tx, operationId)) } },
          });
    await link?.(tx, operationId);
    await recordAudit(tx, {
      actor: toAuditActor(actor),
      action: rulesOf(submission.kind).auditAction,
      objectType: "operation",
      objectId: operationId,
      after: {
        title: submission.title,
        path: submission.path,
        body: submission.body,
        ...(submission.place === undefined ? {} : { place: submission.place }),
        ...auditDetailOf(row),
      },
      outcome: "INTENDED",
      operationId,
    });
    return row;
  });
}

/** A new try replaces an operation of the same subject that provably had no effect. */
async function supersede(tx: Db, actor: Actor, openKey: string | null): Promise<void> {
  if (openKey === null) return;
  const old = await tx.operation.findFirst({
    where: { openKey, state: { in: ["NOT_SENT", "HELD"] } },
    select: { id: true },
  });
  if (old === null) return;
  await moveOperation(tx, old.id, ["NOT_SENT", "HELD"], {
    state: "DISCARDED",
    cause: say("Replaced by a newer attempt; this attempt had no effect."),
    actor,
  });
}

/**
 * Moves an operation that is not being sent to a closed state, with its audit row, if its state is still in `from`. Returns whether it was.
 */
export async function moveOperation(
  tx: Db,
  id: string,
  from: readonly OperationState[],
  to: { state: "HELD" | "DISCARDED"; cause: Sentence; actor: Actor | null },
): Promise<boolean> {
  const row = await tx.operation.findUnique({ where: { id } });
  if (row === null) return false;
  const moved = await tx.operation.updateMany({
    where: { id, state: { in: [...from] } },
    data: {
      state: to.state,
      stateSince: now(),
      ...stored("cause", to.cause),
      openKey: openKeyOf(to.state, row.connectionId, row.subjectKey),
    },
  });
  if (moved.count === 0) return false;
  await applyEffect(tx, row, { state: to.state, cause: to.cause, result: null });
  await recordAudit(tx, {
    actor: to.actor === null ? systemActor() : toAuditActor(to.actor),
    action: to.state === "HELD" ? "operation.hold" : "operation.discard",
    objectType: "operation",
    objectId: id,
    before: { state: row.state },
    after: { state: to.state, cause: inEnglish(to.cause) },
    outcome: "DONE",
    operationId: id,
  });
  return true;
}

/**
 * Second transaction: claims the right to send. Null when the operation's state is no longer in `from`: somebody else is sending it or has
 * sent it.
 */
export function claimOperation(
  id: string,
  from: readonly OperationState[],
  connectionRevision: number,
): Promise<AttemptModel | null> {
  const [attemptId, leaseToken] = [newId(), newId()];
  return withReconnects(async (round) => {
    // If the COMMIT of an earlier round got no answer, the claim may already be ours.
    const own = round === 0 ? null : await getDb().attempt.findUnique({ where: { id: attemptId } });
    return own ?? claim(id, from, { connectionRevision, attemptId, leaseToken });
  });
}

function claim(
  id: string,
  from: readonly OperationState[],
  made: { connectionRevision: number; attemptId: string; leaseToken: string },
): Promise<AttemptModel | null> {
  const { connectionRevision, attemptId, leaseToken } = made;
  return inTransaction(async (tx) => {
    const moved = await tx.operation.updateMany({
      where: { id, state: { in: [...from] } },
      data: {
        state: "SENDING",
        stateSince: now(),
        ...stored("cause", null),
        result: Prisma.DbNull,
        connectionRevision,
      },
    });
    if (moved.count === 0) return null;
    const n = (await tx.attempt.count({ where: { operationId: id } })) + 1;
    return tx.attempt.create({
      data: {
        id: attemptId,
        operationId: id,
        n,
        leaseToken,
        leaseUntil: after(LEASE_MS),
        startedAt: now(),
      },
    });
  });
}

/** Confirms that the attempt is still running. False when the sweeper has taken the lease. */
export async function renewLease(attempt: { id: string; leaseToken: string }): Promise<boolean> {
  const renewed = await getDb().attempt.updateMany({
    where: { id: attempt.id, leaseToken: attempt.leaseToken, outcome: null },
    data: { leaseUntil: after(LEASE_MS) },
  });
  return renewed.count === 1;
}

/**
 * Third transaction: outcome, registry rows and audit together. Idempotent per attempt. A definite answer still counts after the attempt
 * was recorded as unknown: evidence wins.
 */
export function recordSettlement(settlement: Settlement): Promise<void> {
  return inTransaction(async (tx) => {
    const { attemptId, operationId, leaseToken, evidence } = settlement;
    const filled = { outcome: settlement.state, evidence, endedAt: now() };
    const own = { id: attemptId, operationId, leaseToken };
    const inTime = await tx.attempt.updateMany({ where: { ...own, outcome: null }, data: filled });
    let from: OperationState[] = ["SENDING"];
    if (inTime.count === 0) {
      // Ended by the sweeper, which records no evidence.
      const late = await tx.attempt.updateMany({
        where: { ...own, outcome: "UNKNOWN", evidence: { equals: Prisma.DbNull } },
        data: filled,
      });
      if (late.count === 0 || settlement.state === "UNKNOWN") return;
      from = settlement.state === "NOT_SENT" ? ["UNKNOWN"] : lateStates(settlement);
    }
    await settle(tx, settlement, from);
  });
}

/** States that a late answer can still change. DONE included: if another attempt of the operation succeeded, there are now two results. */
function lateStates({ state }: Settlement): OperationState[] {
  const settled: OperationState[] = ["UNKNOWN", "RESOLVED_DONE", "RESOLVED_ABSENT", "ABANDONED"];
  return state === "DONE" || state === "DONE_ID_LOST" ? [...settled, "DONE"] : settled;
}

/** What a proof means for an operation that was settled differently before it came. */
async function judgeLate(
  tx: Db,
  row: OperationModel,
  settlement: Settlement,
): Promise<{ state: OperationState; cause: Sentence | null }> {
  const { state } = settlement;
  const cause = recall({ cause: settlement.cause, causeSaid: settlement.causeSaid }, "cause");
  const isProof = state === "DONE" || state === "DONE_ID_LOST";
  if (!isProof || row.state === "SENDING" || row.state === "UNKNOWN") return { state, cause };
  if (row.state === "DONE") {
    const words = say(
      "A late answer shows that an earlier attempt was also carried out, so this was done twice.",
    );
    return { state: "DUPLICATE_FOUND", cause: words };
  }
  if (row.state === "RESOLVED_DONE") return { state, cause };
  const number = settlement.result?.serviceId ?? null;
  const twin = await tx.operation.findFirst({
    where: {
      connectionId: row.connectionId,
      subjectKey: row.subjectKey,
      id: { gt: row.id },
      state: { in: ["DONE", "RESOLVED_DONE", "DONE_ID_LOST"] },
    },
  });
  if (twin === null) return { state, cause: lateSentence(row, number, cause) };
  const other = resultSchema.nullable().parse(twin.result)?.serviceId ?? null;
  const again =
    other === null
      ? say("In the meantime, {name} created the same again: now there are two.", { name: twin.actorName })
      : say("In the meantime, {name} created the same again as number {number}: now there are two.", {
          name: twin.actorName,
          number: other,
        });
  return { state: "DUPLICATE_FOUND", cause: lateSentence(row, number, again) };
}

async function settle(tx: Db, settlement: Settlement, from: OperationState[]): Promise<void> {
  const row = await tx.operation.findUnique({ where: { id: settlement.operationId } });
  if (row === null || !from.includes(row.state)) return;
  const { state, cause } = await judgeLate(tx, row, settlement);
  const isReopened = !isOpen(row.state);
  const moved = await tx.operation.updateMany({
    where: { id: row.id, state: row.state },
    data: {
      state,
      ...stored("cause", cause),
      stateSince: now(),
      result: settlement.result ?? Prisma.DbNull,
      quietUntil: state === "UNKNOWN" ? after(QUIET_MS) : null,
      // Another operation may have taken a subject that was released: a late answer never claims it again.
      openKey: isReopened ? null : openKeyOf(state, row.connectionId, row.subjectKey),
    },
  });
  if (moved.count === 0) return;
  const registryId = await applyEffect(tx, row, { state, cause, result: settlement.result });
  if (registryId !== null && settlement.result !== null) {
    await tx.operation.update({
      where: { id: row.id },
      data: { result: { ...settlement.result, registryId } },
    });
  }
  await recordAudit(tx, {
    actor: { staffId: row.actorId, name: row.actorName, requestId: settlement.evidence.reference },
    action: rulesOf(row.kind).auditAction,
    objectType: "operation",
    objectId: row.id,
    before: { state: row.state },
    after: {
      state,
      title: row.title,
      cause: cause === null ? null : inEnglish(cause),
      serviceId: settlement.result?.serviceId ?? null,
      registryId,
      status: settlement.evidence.status,
      ...auditDetailOf(row),
    },
    outcome: auditOutcomeOf(state),
    operationId: row.id,
  });
}

function conflict(rival: OperationModel): AppError {
  return new AppError("CONFLICT", conflictSentence(rival), {
    details: { href: `/operations/${rival.id}` },
  });
}

function otherValues(existing: OperationModel): AppError {
  return new AppError(
    "CONFLICT",
    say(
      "This form was sent before with other values. Nothing was sent now. Open a new form to send different values.",
    ),
    { details: { href: `/operations/${existing.id}` } },
  );
}
