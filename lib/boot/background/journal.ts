/**
 * Registers the journal's kinds of operations and its listeners. Must run before anything is sent or settled, in every process that does
 * either.
 */
import { cloudCreation } from "#lib/features/clouds/operation.ts";
import { invitationSending, projectInvitationSending } from "#lib/features/invitations/operation.ts";
import { modelUpload } from "#lib/features/models/operation.ts";
import { registerKind } from "#lib/features/operations/rules/kinds.ts";
import { onSettled } from "#lib/features/operations/rules/listeners.ts";
import { wakePlan } from "#lib/features/plans/waking.ts";
import { projectCreation } from "#lib/features/projects/operation.ts";

/** May be called twice. */
export function registerJournal(): void {
  registerKind("CREATE_CLOUD", cloudCreation);
  registerKind("CREATE_PROJECT", projectCreation);
  registerKind("INVITE", invitationSending);
  registerKind("INVITE_TO_PROJECT", projectInvitationSending);
  registerKind("UPLOAD", modelUpload);
  onSettled("plans", wakePlan);
}
