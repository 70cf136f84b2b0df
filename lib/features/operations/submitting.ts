/**
 * The first transaction of an operation (docs/decisions/0010-operation-journal.md): what a person decided is recorded, once for each form,
 * before anything is sent. journal.ts has the other two.
 */
import type { Actor } from "#lib/auth/actor.ts";
import { now } from "#lib/core/clock.ts";
import { AppError, conflict, unavailable } from "#lib/core/errors.ts";
import { newId, sha256Hex } from "#lib/core/ids.ts";
import { say } from "#lib/core/texts.ts";
import { getDb, type Db, type OperationModel, inTransaction } from "#lib/db/client.ts";
import { withReconnects } from "#lib/db/reconnects.ts";
import { isDatabaseAway, isUniqueViolation } from "#lib/db/errors.ts";
import { canonicalJson } from "#lib/audit/canonical.ts";
import { recordAudit } from "#lib/audit/record.ts";
import { auditDetailOf } from "./effects.ts";
import { replaceOperation } from "./journal.ts";
import { rulesOf } from "./rules/kinds.ts";
import { isOpen, REPLACEABLE_STATES, UNSENT_STATES } from "./rules/policy.ts";
import type { Submission } from "./rules/schema.ts";
import { conflictSentence } from "./words.ts";

const KEY = /^[A-Za-z0-9_-]{8,100}$/;

/** Writes rows that reference the finished operation, after it in the same transaction; throws when the operation must not exist. */
export type Linking = (tx: Db, operationId: string) => Promise<void>;

/** Writes registry rows that belong to the intent (e.g. the invitation's row) before that; returns what they add to the context. */
type Preparation = (tx: Db) => Promise<Partial<Submission["context"]>>;

/**
 * The operation and its audit row. The same key again returns the existing operation to anybody, so the call is simply
 * repeated when the database connection broke and the outcome is unknown.
 * @throws AppError CONFLICT when an open operation has the same subject, with a link to it; UNAVAILABLE without the database.
 */
export async function submitOperation(
  actor: Actor,
  submission: Submission,
  link?: Linking,
  prepare?: Preparation,
): Promise<OperationModel> {
  try {
    return await withReconnects(() => findOrInsert(actor, submission, link, prepare));
  } catch (thrown) {
    if (!isDatabaseAway(thrown)) throw thrown;
    const words = say(
      "The database does not answer right now, so nothing was sent to the service. Send this form again in half a minute; it takes effect only once.",
    );
    throw unavailable(words, { details: { retryAfterSeconds: 30 }, cause: thrown });
  }
}

async function findOrInsert(
  actor: Actor,
  submission: Submission,
  link?: Linking,
  prepare?: Preparation,
): Promise<OperationModel> {
  if (!KEY.test(submission.key)) {
    throw new AppError("VALIDATION", say("This form has expired. Reload the page and fill it in again."));
  }
  // What it asks the service to do, whoever sends it.
  const requestSha256 = sha256Hex(canonicalJson([submission.path, submission.body]));
  let key = submission.key;
  for (let round = 0; round < 4; round += 1) {
    const existing = await getDb().operation.findUnique({ where: { key } });
    if (existing !== null) {
      if (existing.requestSha256 === requestSha256 && existing.kind === submission.kind) return existing;
      if (isOpen(existing.state) && !UNSENT_STATES.includes(existing.state)) throw otherValues(existing);
      if (key !== submission.key) throw otherValues(existing);
      // Corrected in the same form after a refusal or a failed sending: another intent, still one per click.
      key = `${submission.key}.${requestSha256.slice(0, 24)}`;
      continue;
    }
    try {
      return await insert(actor, { ...submission, key }, requestSha256, link, prepare);
    } catch (thrown) {
      if (!isUniqueViolation(thrown)) throw thrown;
      const openKey = `${submission.connection.id}:${submission.subject}`;
      const rival = await getDb().operation.findUnique({ where: { openKey } });
      if (rival !== null && rival.key !== key) {
        throw conflict(conflictSentence(rival), { details: { href: `/operations/${rival.id}` } });
      }
    }
  }
  throw conflict(say("Somebody else is doing the same right now. Nothing was sent. Reload the page."));
}

function insert(
  actor: Actor,
  submission: Submission,
  requestSha256: string,
  link?: Linking,
  prepare?: Preparation,
): Promise<OperationModel> {
  const { connection, subject, kind, path, body, title } = submission;
  const openKey = `${connection.id}:${subject}`;
  return inTransaction(async (tx) => {
    await supersede(tx, actor, openKey);
    const operationId = newId();
    const at = now();
    const recorded = await tx.operation.create({
      data: {
        id: operationId,
        key: submission.key,
        kind,
        connectionId: connection.id,
        connectionRevision: connection.revision,
        method: "POST",
        path,
        body,
        requestSha256,
        subjectKey: subject,
        openKey,
        title,
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
            data: { context: { ...submission.context, ...(await prepare(tx)) } },
          });
    await link?.(tx, operationId);
    await recordAudit(tx, {
      actor,
      action: rulesOf(kind).auditAction,
      objectType: "operation",
      objectId: operationId,
      after: {
        title,
        path,
        body,
        ...(submission.place === undefined ? {} : { place: submission.place }),
        ...auditDetailOf(row),
      },
      outcome: "INTENDED",
    });
    return row;
  });
}

/** A new try replaces an open operation of the same subject that provably had no effect. */
async function supersede(tx: Db, actor: Actor, openKey: string): Promise<void> {
  const old = await tx.operation.findFirst({
    where: { openKey, state: { in: [...REPLACEABLE_STATES] } },
    select: { id: true },
  });
  if (old !== null) await replaceOperation(tx, actor, old.id);
}

function otherValues(existing: OperationModel): AppError {
  return conflict(
    say(
      "This form was sent before with other values. Nothing was sent now. Open a new form to send different values.",
    ),
    { details: { href: `/operations/${existing.id}` } },
  );
}
