/**
 * The audit row of a sign-in, in the transaction that opens the session.
 */
import type { RecordSignIn } from "#lib/auth/sign-in.ts";
import { newReference } from "#lib/core/ids.ts";
import { recordAudit } from "#lib/features/activity/commands.ts";

/** Writes down who signed in, with which device, and whether with a second factor. */
export const recordSignIn: RecordSignIn = async (tx, { staffId, name, email, device, withSecondFactor }) => {
  await recordAudit(tx, {
    actor: { staffId, name, requestId: newReference() },
    action: "staff.sign-in",
    objectType: "staff",
    objectId: staffId,
    after: { email, device, withSecondFactor },
    outcome: "DONE",
  });
};
