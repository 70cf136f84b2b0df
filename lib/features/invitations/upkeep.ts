/** What people record in the ledger by hand: that somebody has joined. The service is not asked. */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { now } from "#lib/core/clock.ts";
import { conflict, validation } from "#lib/core/errors.ts";
import { say, t } from "#lib/core/texts.ts";
import { stored } from "#lib/db/stored-sentence.ts";
import { inTransaction } from "#lib/db/client.ts";
import { recordAudit } from "#lib/audit/record.ts";
import { getInvitation, invitationsOf } from "./places/kept-people.ts";
import { STATE_INSIDE } from "./evidence.ts";
import { CONFIRMABLE_STATES, REASON_LENGTH_MIN } from "./policy.ts";

const NOTE_LENGTH_MAX = 500;

/**
 * Records a person's statement that somebody has joined, and how that is known. A later reading of the service's lists overrides it.
 * @throws AppError VALIDATION without a note; CONFLICT in a state that no note can end; NOT_FOUND
 */
export async function confirmJoined(
  actor: Actor,
  input: { invitationId: string; note: string },
): Promise<void> {
  requirePermission(actor, "invitation:send");
  const note = input.note.trim().slice(0, NOTE_LENGTH_MAX);
  if (note.length < REASON_LENGTH_MIN) {
    const sentence = t("Write in at least {count} characters how you know.", { count: REASON_LENGTH_MIN });
    throw validation({ note: [sentence] }, say("Nothing was changed."));
  }
  const { row, place } = await getInvitation(input.invitationId);
  await inTransaction(async (tx) => {
    const moved = await invitationsOf(tx, place).change(
      { id: row.id, state: { in: [...CONFIRMABLE_STATES] }, erasedAt: null },
      {
        state: "JOINED",
        stateSince: now(),
        joinedAt: now(),
        ...stored("evidence", say("Confirmed by hand by {name}: “{note}”", { name: actor.name, note })),
      },
    );
    if (moved.count === 0) {
      throw conflict(
        say("The invitation to {email} is {state} and cannot be confirmed by hand. Nothing was changed.", {
          email: row.email,
          state: STATE_INSIDE[row.state],
        }),
      );
    }
    await recordAudit(tx, {
      actor,
      action: "invitation.confirm",
      objectType: "invitation",
      objectId: row.id,
      before: { state: row.state },
      after: { state: "JOINED", email: row.email, note },
    });
  });
}
