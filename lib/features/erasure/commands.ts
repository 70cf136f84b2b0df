/**
 * Erases the address of an invited person wherever the portal stores it: in the ledger, lists, plans, the journal, removals from all Clouds
 * and the built-in mailbox. It sits above these features so that they need not know each other. Nothing is sent to the service.
 */
import { isGivenUp } from "#lib/features/batches/outcomes.ts";
import { answers } from "#lib/features/connections/capabilities.ts";
import { STATE_INSIDE } from "#lib/features/invitations/evidence.ts";
import { ERASABLE_STATES, ERASED_ADDRESS } from "#lib/features/invitations/policy.ts";
import {
  getInvitation,
  invitationsOf,
  type KeptInvitation,
} from "#lib/features/invitations/places/kept-people.ts";
import type { Place } from "#lib/features/invitations/places/place.ts";
import { invitationSubject } from "#lib/features/invitations/sending.ts";
import { isOpen } from "#lib/features/operations/rules/policy.ts";
import { STAYS } from "#lib/features/people/removals/schema.ts";
import { eraseFromPlans } from "#lib/features/plans/erasing.ts";
import { recordAudit } from "#lib/audit/record.ts";
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { now } from "#lib/core/clock.ts";
import { conflict, type AppError } from "#lib/core/errors.ts";
import { say, type Said } from "#lib/core/texts.ts";
import { getDb, type Db, type OperationModel, type Prisma, inTransaction } from "#lib/db/client.ts";
import { stored } from "#lib/db/stored-sentence.ts";
import { forgetMailsTo } from "#lib/mail/mailbox.ts";

type Invited = { row: KeptInvitation; place: Place };

/**
 * Erases an address: the row, its state and its dates stay. The audit cannot be changed and keeps the address, and so does the activity
 * that is read from it; so do other Clouds and projects, the place's list of members, the service and the person's own mailbox.
 * @throws AppError CONFLICT while something is running or the service still lists it, since the next reading would restore it
 */
export async function eraseAddress(actor: Actor, invitationId: string): Promise<void> {
  requirePermission(actor, "invitation:send");
  const invited = await getInvitation(invitationId);
  const { row, place } = invited;
  if (row.erasedAt !== null) return;
  await assertErasable(invited);
  await inTransaction(async (tx) => {
    const at = now();
    const erased = await invitationsOf(tx, place).change(
      { id: row.id, state: row.state, stateSince: row.stateSince, erasedAt: null },
      {
        address: `erased:${row.id}`,
        email: ERASED_ADDRESS,
        ...stored(
          "evidence",
          say("{name} erased the address. The state shown is the last known state.", { name: actor.name }),
        ),
        erasedAt: at,
      },
    );
    if (erased.count === 0) {
      throw conflict(say("The invitation has just changed. Nothing was erased. Reload the page."));
    }
    // Only Clouds have lists and plans.
    if (place.project === null) await eraseFromBatches(tx, place.cloud.id, row.address);
    const operations = await listOperations(tx, invited);
    for (const operation of operations) await eraseFromOperation(tx, operation, invited);
    await eraseFromRemovals(tx, row.address);
    await forgetMailsTo(tx, row.email);
    await recordAudit(tx, {
      actor,
      action: "invitation.erase",
      objectType: "invitation",
      objectId: row.id,
      before: { state: row.state },
      after: { operations: operations.length, name: place.project?.name ?? place.cloud.name },
    });
  });
}

async function eraseFromBatches(tx: Db, cloudId: string, address: string): Promise<void> {
  const words = say("The address was erased.");
  const inLists = { address, run: { cloudId } };
  const held = await tx.invitationRunRow.findMany({ where: { ...inLists, heldBack: { not: null } } });
  await tx.invitationRunRow.updateMany({
    where: { id: { in: held.filter((each) => !isGivenUp(each)).map(({ id }) => id) } },
    data: stored("heldBack", words),
  });
  await tx.invitationRunRow.updateMany({
    where: inLists,
    data: {
      typed: ERASED_ADDRESS,
      address: null,
      email: null,
      suggestion: null,
      ...stored("detail", words),
    },
  });
  await eraseFromPlans(tx, cloudId, address, ERASED_ADDRESS);
}

async function assertErasable(invited: Invited): Promise<void> {
  const { row, place } = invited;
  const refuse = (why: Said): AppError => conflict(say("{why} Nothing was erased.", { why }));
  const { email } = row;
  if (!ERASABLE_STATES.some((state) => state === row.state)) {
    throw refuse(
      say("The invitation to {email} is {state}. Settle the invitation first.", {
        email,
        state: STATE_INSIDE[row.state],
      }),
    );
  }
  const isListed = (await answers(place.cloud.connectionId, listOf(place))) === true;
  if (row.state === "WAITING" && isListed) {
    throw refuse(
      say(
        "The service still lists {email}, so the next refresh would restore the address. Withdraw the invitation first.",
        { email },
      ),
    );
  }
  if ((await getDb().personRemoval.count({ where: { openKey: row.address } })) > 0) {
    throw refuse(
      say("{email} is being removed from all Clouds. Wait until the removal has finished.", { email }),
    );
  }
  const operations = await listOperations(getDb(), invited);
  if (operations.some((operation) => isOpen(operation.state))) {
    throw refuse(
      say("An operation for {email} is still open. Settle or discard that operation first.", { email }),
    );
  }
}

function listOf({ project }: Place): "listInvitations" | "listProjectUsers" {
  return project === null ? "listInvitations" : "listProjectUsers";
}

function listOperations(db: Db, { row, place }: Invited): Promise<OperationModel[]> {
  return db.operation.findMany({
    where: { connectionId: place.cloud.connectionId, subjectKey: invitationSubject(place, row.address) },
  });
}

/** Removals from all Clouds that have ended: their Clouds and results stay. */
async function eraseFromRemovals(tx: Db, address: string): Promise<void> {
  const removals = await tx.personRemoval.findMany({ where: { address }, select: { id: true } });
  for (const { id } of removals) {
    await tx.personRemoval.update({
      where: { id },
      data: { address: `erased:${id}`, email: ERASED_ADDRESS, ...stored("stopReason", null) },
    });
    // The reasons why a removal failed may quote the address; those known at its start never do.
    await tx.personRemovalPlace.updateMany({
      where: { removalId: id, problem: { not: null, notIn: Object.values(STAYS) } },
      data: stored("problem", say("The address was erased.")),
    });
  }
}

async function eraseFromOperation(tx: Db, operation: OperationModel, { row, place }: Invited): Promise<void> {
  await tx.operation.update({
    where: { id: operation.id },
    data: {
      title: ERASED_ADDRESS,
      subjectKey: invitationSubject(place, `erased:${row.id}`),
      body: { ...(operation.body as Prisma.JsonObject), email: ERASED_ADDRESS },
      // The service's answer may quote the address.
      ...stored(
        "cause",
        operation.cause === null ? null : say("The address and the service’s answer were erased."),
      ),
    },
  });
  const attempts = await tx.attempt.findMany({ where: { operationId: operation.id } });
  for (const { id, evidence } of attempts) {
    if (evidence === null || typeof evidence !== "object" || Array.isArray(evidence)) continue;
    await tx.attempt.update({
      where: { id },
      data: { evidence: { ...evidence, bodyStart: ERASED_ADDRESS } },
    });
  }
}
