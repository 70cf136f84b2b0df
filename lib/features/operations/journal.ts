/**
 * The states of a recorded operation (docs/decisions/0010-operation-journal.md): claimed for sending, settled by an answer, moved without
 * one. Nothing here talks to a service; only this file changes the state of an operation that is being sent.
 */
import type { Actor } from "#lib/auth/actor.ts";
import { after, now } from "#lib/core/clock.ts";
import { newId } from "#lib/core/ids.ts";
import type { Sentence } from "#lib/core/language/kept-texts.ts";
import { recall } from "#lib/core/language/stored-sentence.ts";
import { inEnglish, say } from "#lib/core/texts.ts";
import {
  Prisma,
  getDb,
  type AttemptModel,
  type Db,
  type OperationState,
  inTransaction,
} from "#lib/db/client.ts";
import { withReconnects } from "#lib/db/reconnects.ts";
import { stored } from "#lib/db/stored-sentence.ts";
import { recordAudit, systemActor } from "#lib/audit/record.ts";
import { applyEffect, auditDetailOf } from "./effects.ts";
import { judgeLate } from "./late-answers.ts";
import { rulesOf } from "./rules/kinds.ts";
import { auditOutcomeOf, isOpen, LEASE_MS, openKeyOf, QUIET_MS, REPLACEABLE_STATES } from "./rules/policy.ts";
import type { Settlement } from "./rules/settlement.ts";

/** Moves an operation without an answer, with its audit row; false when its state is no longer in `from`. */
export async function moveOperation(
  tx: Db,
  id: string,
  from: readonly OperationState[],
  to: { state: "HELD" | "DISCARDED" | "UNKNOWN"; cause: Sentence; actor: Actor | null },
): Promise<boolean> {
  const row = await tx.operation.findUnique({ where: { id } });
  if (row === null) return false;
  const isUncertain = to.state === "UNKNOWN";
  const moved = await tx.operation.updateMany({
    where: { id, state: { in: [...from] } },
    data: {
      state: to.state,
      stateSince: now(),
      ...stored("cause", to.cause),
      ...(isUncertain ? { quietUntil: after(QUIET_MS) } : {}),
      openKey: openKeyOf(to.state, row.connectionId, row.subjectKey),
    },
  });
  if (moved.count === 0) return false;
  await applyEffect(tx, row, { state: to.state, cause: to.cause, result: null });
  await recordAudit(tx, {
    actor: to.actor ?? systemActor(),
    action: to.state === "DISCARDED" ? "operation.discard" : "operation.hold",
    objectType: "operation",
    objectId: id,
    before: { state: row.state },
    after: { state: to.state, cause: inEnglish(to.cause), ...(isUncertain ? { title: row.title } : {}) },
    outcome: auditOutcomeOf(to.state),
  });
  return true;
}

/**
 * Call this before changing several operations in one transaction: the first change takes the audit's lock until the end, and whoever
 * settles one of the others has its row and waits for that lock.
 */
export async function lockOperations(tx: Db, ids: readonly string[]): Promise<void> {
  await tx.$queryRaw`SELECT FROM operation WHERE id = ANY(${[...ids]}::uuid[]) ORDER BY id FOR UPDATE`;
}

/** A new try replaces an operation that provably had no effect; false when it has been sent or ended meanwhile. */
export function replaceOperation(tx: Db, actor: Actor, id: string): Promise<boolean> {
  const cause = say("Replaced by a newer attempt; this attempt had no effect.");
  return moveOperation(tx, id, REPLACEABLE_STATES, { state: "DISCARDED", cause, actor });
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

async function settle(tx: Db, settlement: Settlement, from: OperationState[]): Promise<void> {
  // A person's decision that commits in between would win over this answer, which is proof.
  await tx.$queryRaw`SELECT FROM operation WHERE id = ${settlement.operationId}::uuid FOR UPDATE`;
  const row = await tx.operation.findUnique({ where: { id: settlement.operationId } });
  if (row === null || !from.includes(row.state)) return;
  const ofAnswer = recall({ cause: settlement.cause, causeSaid: settlement.causeSaid }, "cause");
  const { state, cause } = await judgeLate(tx, row, settlement, ofAnswer);
  const isReopened = !isOpen(row.state);
  await tx.operation.update({
    where: { id: row.id },
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
  });
}
