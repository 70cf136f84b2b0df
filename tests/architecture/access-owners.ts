/**
 * Who owns a thing, and what others get of it: every column of the schema that names a person, and every id in an address. Compared with
 * the schema and with the source (access.test.ts), and checked on the running product (tests/e2e/own-and-foreign.test.ts). A new column or
 * parameter needs a decision: it fails the tests until it is listed here.
 */

import type { GroundId } from "#tests/support/access-things.ts";

/**
 * What others get of a thing. "private": the same as if it did not exist, whatever their role. "administrators": the same, except for
 * administrators. "staff": the same as its owner, where the gate lets them in; the column only says who did it. "inside": no address and no
 * form names it; the session or the link determines the owner. "member": the same as if it did not exist, except for members at the
 * built-in service's platform.
 */
export type Rule = "private" | "administrators" | "staff" | "inside" | "member";

/** Column of the schema → what others get of its rows, and which test shows that. */
export const OWNED: Readonly<Record<string, Rule>> = {
  "Audit.actorId": "staff",
  "BulkRun.actorId": "staff",
  "Cloud.createdById": "staff",
  "ExportRun.actorId": "staff",
  "Invitation.createdById": "staff",
  "InvitationRun.actorId": "staff",
  "LiveAddress.ownerId": "inside",
  "MailboxMessage.recipient": "administrators",
  "Operation.actorId": "staff",
  "Operation.settledById": "staff",
  "OutboxMail.recipient": "inside",
  "PasswordReset.staffId": "inside",
  "PersonalToken.staffId": "private",
  "Plan.actorId": "staff",
  "Project.createdById": "staff",
  "ProjectInvitation.createdById": "staff",
  "PersonRemoval.actorId": "staff",
  "ProjectList.actorId": "staff",
  "RecoveryCode.staffId": "inside",
  "Refusal.staffId": "administrators",
  "ServiceCloud.creatorId": "member",
  "ServiceDocument.createdById": "member",
  "ServiceMember.userId": "member",
  "ServiceProjectMember.userId": "member",
  "ServicePasswordReset.userId": "inside",
  "ServiceRecoveryCode.userId": "inside",
  "ServiceUserSession.userId": "inside",
  "StaffIdentity.staffId": "inside",
  "StaffInvitation.invitedById": "staff",
  "StaffSession.staffId": "private",
  "View.ownerId": "private",
};

/** Part of an address with a parameter → which thing of tests/support/access-ground.ts it names, and what others get of it. */
export const NAMED: Readonly<Record<string, readonly [thing: GroundId, rule: Rule]>> = {
  "[applicationId]": ["application", "staff"],
  "[bulkId]": ["bulkRun", "staff"],
  "[cloudId]": ["cloud", "staff"],
  "platform/cloud/[cloudId]": ["cloudNumber", "member"],
  "[connectionId]": ["connection", "staff"],
  "[messageId]": ["mail", "administrators"],
  "[modelId]": ["model", "staff"],
  "[operationId]": ["operation", "staff"],
  "[planId]": ["plan", "staff"],
  "[projectId]": ["project", "staff"],
  "[removalId]": ["removal", "staff"],
  "[runId]": ["exportRun", "staff"],
  "[snapshotId]": ["snapshot", "staff"],
  "[stepId]": ["step", "staff"],
  "[viewId]": ["view", "private"],
  "[viewId]/[model]": ["view", "private"],
  "invitations/lists/[listId]": ["invitationList", "staff"],
  "projects/lists/[listId]": ["projectList", "staff"],
};

/** Things that only forms name, not addresses. */
export const NAMED_IN_FORMS: Readonly<Partial<Record<GroundId, Rule>>> = {
  session: "private",
  token: "private",
  view: "private",
};
