/**
 * Sends operations of the journal. An operation is sent once; only an operation that provably had no effect may be sent again, and only by
 * a person.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { conflict, unavailable } from "#lib/core/errors.ts";
import { log } from "#lib/core/log/logger.ts";
import { say } from "#lib/core/texts.ts";
import {
  type AttemptModel,
  type OperationModel,
  type OperationState,
  inTransaction,
} from "#lib/db/client.ts";
import { withReconnects } from "#lib/db/reconnects.ts";
import { isDatabaseAway } from "#lib/db/errors.ts";
import { clientFor, getConnectionRow } from "#lib/features/connections/queries.ts";
import { recordAudit } from "#lib/audit/record.ts";
import { duringOperation } from "#lib/service/client/observed.ts";
import type { ServiceClient } from "#lib/service/client/service-client.ts";
import { claimOperation, moveOperation, recordSettlement, renewLease } from "./journal.ts";
import { getOperationRow, requireNote } from "./guards.ts";
import { canSend, rulesOf, type Sending } from "./rules/kinds.ts";
import { LEASE_MS, REPLACEABLE_STATES, UNSENT_STATES } from "./rules/policy.ts";
import { toView, type OperationView } from "./queries.ts";
import { contextSchema } from "./rules/schema.ts";
import { toSettlement } from "./rules/settlement.ts";
import { dropAnswer, keepAnswer } from "./spool.ts";
import { subjectWords } from "./words.ts";

const RENEW_MS = LEASE_MS / 3;
const WAIT_MS_MAX = 10_000;
const POLL_MS = 150;

/**
 * Sends an operation that was not sent yet (or provably had no effect) and returns its outcome. When somebody else is sending it, waits a
 * few seconds and returns that outcome. `send`: for content that the journal does not hold; `from`: the states that allow sending.
 */
export async function runOperation(
  id: string,
  send?: Sending,
  from: readonly OperationState[] = UNSENT_STATES,
): Promise<OperationView> {
  try {
    const operation = await withReconnects(() => getOperationRow(id));
    if (from.includes(operation.state)) {
      const sending = send ?? sendingOf(operation);
      const connection = await withReconnects(() => getConnectionRow(operation.connectionId));
      const attempt = await claimOperation(id, from, connection.revision);
      if (attempt !== null) await perform(attempt, operation, clientFor(connection), sending);
    }
    return await waitForEnd(id);
  } catch (thrown) {
    if (!isDatabaseAway(thrown)) throw thrown;
    const words = say(
      "The database stopped answering in the middle of this operation. The operation is recorded. Open it and see its outcome before you try again.",
    );
    const details = { href: `/operations/${id}`, retryAfterSeconds: 30 };
    throw unavailable(words, { details, cause: thrown });
  }
}

async function perform(
  attempt: AttemptModel,
  operation: OperationModel,
  client: ServiceClient,
  send: Sending,
): Promise<void> {
  const renewing = setInterval(() => {
    renewLease(attempt).catch((thrown: unknown) => {
      log.error("the lease of an attempt could not be renewed", thrown, { attemptId: attempt.id });
    });
  }, RENEW_MS);
  try {
    const settlement = toSettlement(
      attempt,
      await duringOperation(operation.id, () => send(client, operation)),
    );
    try {
      await keepAnswer(settlement);
    } catch (thrown) {
      // Without the file, only the database can store the answer; that is tried next.
      log.error("an answer could not be kept in the data folder", thrown, { attemptId: attempt.id });
    }
    try {
      await withReconnects(() => recordSettlement(settlement));
    } catch (thrown) {
      throw unavailable(
        say(
          "The service answered, but the database could not record the answer. Portico records the answer within a minute after the database is back. Do not send the form again.",
        ),
        { details: { href: `/operations/${operation.id}`, retryAfterSeconds: 30 }, cause: thrown },
      );
    }
    await dropAnswer(attempt.id);
  } finally {
    clearInterval(renewing);
  }
}

/** The journal holds everything that sending needs, except files. */
function sendingOf(operation: OperationModel): Sending {
  const { send } = rulesOf(operation.kind);
  if (send !== null) return send(operation, contextSchema.parse(operation.context));
  throw conflict(say("Portico does not keep files. Choose the file again on the project's page."));
}

async function waitForEnd(id: string): Promise<OperationView> {
  const endMs = performance.now() + WAIT_MS_MAX;
  for (;;) {
    const row = await withReconnects(() => getOperationRow(id));
    if (row.state !== "SENDING" || performance.now() > endMs) return toView(row);
    await sleep(POLL_MS);
  }
}

/**
 * Sends an operation from the journal that is held or was not sent. An uncertain invitation may be sent again when the person accepts that
 * two emails are possible and gives a reason.
 */
export async function sendOperation(
  actor: Actor,
  input: { id: string; acceptsTwoMails?: boolean; note?: string },
): Promise<OperationView> {
  requirePermission(actor, "operation:settle");
  const row = await getOperationRow(input.id);
  if (canSend(row.kind, row.state)) return runOperation(row.id);
  const { mayRepeatInDoubt } = rulesOf(row.kind);
  if (!mayRepeatInDoubt || row.state !== "UNKNOWN" || input.acceptsTwoMails !== true) {
    throw conflict(
      say("Nothing was sent: {subject} cannot be sent in its present state.", {
        subject: subjectWords(row),
      }),
    );
  }
  const note = requireNote(input.note ?? "");
  await inTransaction((tx) =>
    recordAudit(tx, {
      actor,
      action: "operation.settle",
      objectType: "operation",
      objectId: row.id,
      before: { state: row.state },
      after: { decision: "send again, two mails possible", note },
      outcome: "INTENDED",
    }),
  );
  return runOperation(row.id, undefined, ["UNKNOWN"]);
}

/** Discards an operation that provably had no effect. @throws AppError CONFLICT when it is being sent or settled. */
export async function discardOperation(actor: Actor, id: string): Promise<OperationView> {
  requirePermission(actor, "operation:settle");
  const row = await getOperationRow(id);
  const cause = say("Discarded by {name}; it had no effect.", { name: actor.name });
  const isMoved = await inTransaction((tx) =>
    moveOperation(tx, row.id, REPLACEABLE_STATES, { state: "DISCARDED", cause, actor }),
  );
  if (!isMoved)
    throw conflict(say("The operation is no longer waiting. Reload the page to see its outcome."));
  return toView(await getOperationRow(id));
}
