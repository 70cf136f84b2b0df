/**
 * Forgets the address of an invited person wherever the portal keeps it: in the ledger, in lists, in plans, in the journal, in removals
 * from all Clouds and in the built-in mailbox. Stands above all of them, which know nothing of each other for it. The service is not asked
 * for anything.
 */
import { isGivenUp } from "#lib/features/batches/outcomes.ts";
import { answers } from "#lib/features/connections/capabilities.ts";
import { stateInside } from "#lib/features/invitations/evidence.ts";
import { ERASABLE_STATES } from "#lib/features/invitations/policy.ts";
import { getInvitationRow, type InvitationRow } from "#lib/features/invitations/upkeep.ts";
import { isOpen } from "#lib/features/operations/rules/policy.ts";
import { eraseFromPlans } from "#lib/features/plans/erasing.ts";
import { toAuditActor } from "#lib/audit/actor.ts";
import { recordAudit } from "#lib/audit/record.ts";
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { now } from "#lib/core/clock.ts";
import { AppError } from "#lib/core/errors.ts";
import { say, type Said } from "#lib/core/texts.ts";
import { getDb, type Db, type OperationModel, type Prisma } from "#lib/db/client.ts";
import { stored } from "#lib/db/stored-sentence.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { forgetMailsTo } from "#lib/mail/mailbox.ts";

/** What stands where an address was. */
const ERASED = "(erased)";

/**
 * Forgets an address: the row, its state and its dates stay, the address goes. The audit cannot be changed and keeps it, and with it the
 * activity that is read from it; so do other Clouds, the Cloud's list of members, the service and the person's own mail.
 * @throws AppError CONFLICT while something is under way or the service still lists it, since the next reading would bring it back
 */
export async function eraseAddress(actor: Actor, invitationId: string): Promise<void> {
  requirePermission(actor, "invitation:send");
  const row = await getInvitationRow(invitationId);
  if (row.erasedAt !== null) return;
  await assertErasable(row);
  await inTransaction(async (tx) => {
    const at = now();
    const words = say("The address was erased.");
    const erased = await tx.invitation.updateMany({
      where: { id: row.id, state: row.state, stateSince: row.stateSince, erasedAt: null },
      data: {
        address: `erased:${row.id}`,
        email: ERASED,
        ...stored(
          "evidence",
          say("{name} erased the address. The state is the one known then.", { name: actor.name }),
        ),
        erasedAt: at,
      },
    });
    if (erased.count === 0) {
      throw new AppError(
        "CONFLICT",
        say("The invitation has just changed. Nothing was erased. Reload the page."),
      );
    }
    const inLists = { address: row.address, run: { cloudId: row.cloudId } };
    const held = await tx.invitationRunRow.findMany({ where: { ...inLists, heldBack: { not: null } } });
    await tx.invitationRunRow.updateMany({
      where: { id: { in: held.filter((each) => !isGivenUp(each)).map(({ id }) => id) } },
      data: stored("heldBack", words),
    });
    await tx.invitationRunRow.updateMany({
      where: inLists,
      data: {
        typed: ERASED,
        address: null,
        email: null,
        suggestion: null,
        ...stored("detail", words),
      },
    });
    await eraseFromPlans(tx, row.cloudId, row.address, ERASED);
    const operations = await listOperations(tx, row);
    for (const operation of operations) await eraseFromOperation(tx, operation, row);
    await eraseFromRemovals(tx, row.address);
    await forgetMailsTo(tx, row.email);
    await recordAudit(tx, {
      actor: toAuditActor(actor),
      action: "invitation.erase",
      objectType: "invitation",
      objectId: row.id,
      before: { state: row.state },
      after: { operations: operations.length, name: row.cloud.name },
      outcome: "DONE",
    });
  });
}

async function assertErasable(row: InvitationRow): Promise<void> {
  const refuse = (why: Said): AppError => new AppError("CONFLICT", say("{why} Nothing was erased.", { why }));
  const { email } = row;
  if (!ERASABLE_STATES.some((state) => state === row.state)) {
    throw refuse(
      say("The invitation to {email} is {state}. Settle it first.", { email, state: stateInside(row.state) }),
    );
  }
  const isListed = (await answers(row.cloud.connectionId, "listInvitations")) === true;
  if (row.state === "WAITING" && isListed) {
    throw refuse(
      say(
        "The service still lists {email}, so the next refresh would restore the address. Withdraw the invitation first.",
        { email },
      ),
    );
  }
  if ((await getDb().personRemoval.count({ where: { openKey: row.address } })) > 0) {
    throw refuse(say("{email} is being removed from all Clouds. Wait until that has ended.", { email }));
  }
  const operations = await listOperations(getDb(), row);
  if (operations.some((operation) => isOpen(operation.state))) {
    throw refuse(say("An operation for {email} is still open. Settle or discard it first.", { email }));
  }
}

function listOperations(db: Db, row: InvitationRow): Promise<OperationModel[]> {
  return db.operation.findMany({
    where: { connectionId: row.cloud.connectionId, subjectKey: subjectOf(row) },
  });
}

/** Removals from all Clouds that have ended: their Clouds and results stay. */
async function eraseFromRemovals(tx: Db, address: string): Promise<void> {
  const removals = await tx.personRemoval.findMany({ where: { address }, select: { id: true } });
  for (const { id } of removals) {
    await tx.personRemoval.update({
      where: { id },
      data: { address: `erased:${id}`, email: ERASED, ...stored("stopReason", null) },
    });
    // What kept them may quote the address.
    await tx.personRemovalPlace.updateMany({
      where: { removalId: id, problem: { not: null } },
      data: stored("problem", say("The address was erased.")),
    });
  }
}

function subjectOf(row: InvitationRow): string {
  return `invite:${String(row.cloud.serviceId)}:${row.address}`;
}

async function eraseFromOperation(tx: Db, operation: OperationModel, row: InvitationRow): Promise<void> {
  await tx.operation.update({
    where: { id: operation.id },
    data: {
      title: ERASED,
      subjectKey: `invite:${String(row.cloud.serviceId)}:erased:${row.id}`,
      body: { ...(operation.body as Prisma.JsonObject), email: ERASED },
      // The service's words may quote the address.
      ...stored(
        "cause",
        operation.cause === null ? null : say("The address was erased, and with it what the service said."),
      ),
    },
  });
  const attempts = await tx.attempt.findMany({ where: { operationId: operation.id } });
  for (const { id, evidence } of attempts) {
    if (evidence === null || typeof evidence !== "object" || Array.isArray(evidence)) continue;
    await tx.attempt.update({ where: { id }, data: { evidence: { ...evidence, bodyStart: ERASED } } });
  }
}
