/**
 * Lets people settle uncertain operations, one by one or several at once. Each decision is a compare-and-set with its reason and its audit
 * row; nothing is ever sent from here.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { after, now } from "#lib/core/clock.ts";
import { AppError, conflict, tellError, parseInput } from "#lib/core/errors.ts";
import type { Sentence } from "#lib/core/language/kept-texts.ts";
import { recall } from "#lib/core/language/stored-sentence.ts";
import { inEnglish, say } from "#lib/core/texts.ts";
import { Prisma, type OperationModel, inTransaction } from "#lib/db/client.ts";
import { stored } from "#lib/db/stored-sentence.ts";
import { recordAudit } from "#lib/audit/record.ts";
import { applyEffect } from "./effects.ts";
import { verifyClaim } from "./evidence/claims.ts";
import { findCandidates } from "./evidence/findings.ts";
import { getOperationRow, requireNote } from "./guards.ts";
import { rulesOf } from "./rules/kinds.ts";
import { UNCERTAIN_STATES } from "./rules/policy.ts";
import { toView, type OperationView } from "./queries.ts";
import { settleManySchema, settleSchema, type Settle, type SettleMany } from "./rules/schema.ts";
import { subjectWords } from "./words.ts";

/**
 * A person's decision on an uncertain operation: it exists, it does not, leave it open, or close it without knowing. The first decision
 * counts.
 * @throws AppError CONFLICT when somebody else has settled it or the quiet time is not over; VALIDATION when the note or the number is
 * missing or the service contradicts.
 */
export async function settleOperation(actor: Actor, input: Settle): Promise<OperationView> {
  requirePermission(actor, "operation:settle");
  const decision = parseInput(settleSchema, input);
  const row = await getOperationRow(decision.id);
  if (!UNCERTAIN_STATES.includes(row.state)) throw alreadySettled(row);
  if (decision.decision !== "exists") return DECIDED[decision.decision](actor, row, decision.note);

  const claim = await verifyClaim(row, decision.serviceId ?? null);
  const note = claim.isProven ? decision.note : requireNote(decision.note);
  const serviceId = decision.serviceId ?? null;
  return close(actor, row, {
    state: "RESOLVED_DONE",
    cause: claim.sentence,
    note,
    // A look finds the model of an upload; the document's number stays unknown.
    result:
      rulesOf(row.kind).evidence.listedAs === "modelId"
        ? { serviceId: null, modelId: serviceId, name: row.title }
        : { serviceId, name: claim.name },
  });
}

const DECIDED = { leave: leaveOpen, absent: settleAbsent, close: closeInDoubt };

async function settleAbsent(actor: Actor, row: OperationModel, typedNote: string): Promise<OperationView> {
  requireQuiet(row);
  const isMissingTwice =
    row.unlistedSince !== null && (await findCandidates(actor, row.id)).isProbablyMissing;
  const note = isMissingTwice ? typedNote.trim() : requireNote(typedNote);
  const when = row.unlistedSince?.toISOString().slice(0, 16).replace("T", " ") ?? "";
  const cause = isMissingTwice
    ? say("Not on the service's list at {when} UTC and not now; {name} confirmed that it does not exist.", {
        when,
        name: actor.name,
      })
    : say("{name} checked and confirmed that it does not exist.", { name: actor.name });
  return close(actor, row, { state: "RESOLVED_ABSENT", cause, note, result: null });
}

/** For outcomes that nobody can find out any more: the operation stays visible, and its name is free again. */
function closeInDoubt(actor: Actor, row: OperationModel, typedNote: string): Promise<OperationView> {
  requireQuiet(row);
  const note = requireNote(typedNote);
  const cause = say("{name} closed the operation as uncertain. It may have taken effect.", {
    name: actor.name,
  });
  return close(actor, row, { state: "ABANDONED", cause, note, result: null });
}

/** @throws AppError CONFLICT while the service may still be working */
function requireQuiet(row: OperationModel): void {
  if (row.quietUntil === null || row.quietUntil <= now()) return;
  const until = row.quietUntil.toISOString().slice(11, 16);
  throw conflict(
    say(
      "The service may still be working until {until} UTC, so a missing entry proves nothing yet. Nothing was changed. Check again after that.",
      { until },
    ),
  );
}

async function leaveOpen(actor: Actor, row: OperationModel, note: string): Promise<OperationView> {
  await inTransaction(async (tx) => {
    await tx.operation.updateMany({
      where: { id: row.id, state: row.state },
      data: { quietUntil: row.quietUntil ?? after(0), ...(note === "" ? {} : { note }) },
    });
    await recordAudit(tx, {
      actor,
      action: "operation.settle",
      objectType: "operation",
      objectId: row.id,
      before: { state: row.state },
      after: { state: row.state, decision: "leave open", note },
      outcome: "UNKNOWN",
    });
  });
  return toView(await getOperationRow(row.id));
}

type Closing = {
  state: "RESOLVED_DONE" | "RESOLVED_ABSENT" | "ABANDONED";
  cause: Sentence;
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
        ...stored("cause", cause),
        note: note === "" ? null : note,
        stateSince: now(),
        openKey: null,
        result: result ?? Prisma.DbNull,
        settledById: actor.staffId,
        settledByName: actor.name,
        settledAt: now(),
      },
    });
    if (settled.count === 0) throw alreadySettled(await getOperationRow(row.id));
    const registryId = await applyEffect(tx, row, { state, cause, result });
    if (result !== null) {
      await tx.operation.update({ where: { id: row.id }, data: { result: { ...result, registryId } } });
    }
    await recordAudit(tx, {
      actor,
      action: "operation.settle",
      objectType: "operation",
      objectId: row.id,
      before: { state: row.state },
      after: { state, cause: inEnglish(cause), note, serviceId: result?.serviceId ?? null, registryId },
      outcome: state === "ABANDONED" ? "UNKNOWN" : "DONE",
    });
  });
  return toView(await getOperationRow(row.id));
}

function alreadySettled(row: OperationModel): AppError {
  const facts = {
    subject: subjectWords(row),
    name: row.settledByName ?? "",
    cause: recall(row, "cause") ?? "",
  };
  const words =
    row.settledByName === null
      ? say("Already settled: {subject}. {cause}", facts)
      : say("Already settled by {name}: {subject}. {cause}", facts);
  return conflict(words, { details: { href: `/operations/${row.id}` } });
}

/**
 * The same decision for several operations, each in its own transaction. Operations that it does not fit stay unchanged and are named.
 * @throws AppError VALIDATION when the note is missing
 */
export async function settleOperations(actor: Actor, input: SettleMany) {
  requirePermission(actor, "operation:settle");
  const { ids, decision, note } = parseInput(settleManySchema, input);
  requireNote(note);
  /** `left`: unchanged, each with the reason in one sentence. */
  const report = { settled: 0, left: [] as { id: string; reason: string }[] };
  for (const id of ids) {
    try {
      await settleOperation(actor, { id, decision, note });
      report.settled += 1;
    } catch (thrown) {
      if (!(thrown instanceof AppError) || !thrown.expected) throw thrown;
      report.left.push({ id, reason: tellError(thrown) });
    }
  }
  return report;
}
