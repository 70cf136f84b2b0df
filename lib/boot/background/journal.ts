/**
 * Registers the journal's kinds of operations, and who is told of settled ones. Must run before anything is sent or settled, in every
 * process that does either.
 */
import type { OperationKind } from "#lib/db/client.ts";
import { cloudCreation } from "#lib/features/clouds/operation.ts";
import { invitationSending, projectInvitationSending } from "#lib/features/invitations/operation.ts";
import { modelUpload } from "#lib/features/models/operation.ts";
import { registerKinds, type KindRules } from "#lib/features/operations/rules/kinds.ts";
import { wakePlan } from "#lib/features/plans/waking.ts";
import { projectCreation } from "#lib/features/projects/operation.ts";

const KINDS: Readonly<Record<OperationKind, KindRules>> = {
  CREATE_CLOUD: cloudCreation,
  CREATE_PROJECT: projectCreation,
  INVITE: invitationSending,
  INVITE_TO_PROJECT: projectInvitationSending,
  UPLOAD: modelUpload,
};

/** May be called twice. */
export function registerJournal(): void {
  registerKinds({ kinds: KINDS, onSettled: wakePlan });
}
