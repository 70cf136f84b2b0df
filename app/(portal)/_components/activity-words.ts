import { formatCount } from "#app/_ui/format/count.ts";
import type { ActivityRow } from "#lib/features/activity/schema.ts";

const VERBS: Record<string, string> = {
  "connection.create": "connected",
  "connection.change": "changed the connection",
  "connection.replace-secret": "replaced the secret of the connection",
  "connection.archive": "archived the connection",
  "connection.restore": "brought back the connection",
  "cloud.create": "created Cloud",
  "cloud.adopt": "found Cloud",
  "cloud.archive": "archived Cloud",
  "cloud.bring-back": "brought back Cloud",
  "cloud.change": "renamed Cloud",
  "cloud.delete": "deleted Cloud",
  "project.create": "created project",
  "project.adopt": "found project",
  "project.archive": "archived project",
  "project.bring-back": "brought back project",
  "project.change": "changed project",
  "project.delete": "deleted project",
  "project-list.start": "began to create the list of projects",
  "project-list.pause": "paused the list of projects",
  "project-list.resume": "let go on the list of projects",
  "project-list.discard": "gave up what was not sent of the list of projects",
  "plan.rehearse": "rehearsed the plan of",
  "plan.start": "began to carry out the plan of",
  "plan.pause": "paused the plan of",
  "plan.resume": "let go on the plan of",
  "plan.discard": "gave up what was not sent of the plan of",
  "model.upload": "uploaded",
  "invitation.send": "invited",
  "invitation.cancel": "took back the invitation to",
  "invitation.observe": "read what became of invitations",
  "invitation.confirm": "confirmed by hand the invitation to",
  "invitation.erase": "erased an address of",
  "invitation-list.start": "began to send the list",
  "invitation-list.pause": "paused the list",
  "invitation-list.resume": "let go on the list",
  "invitation-list.discard": "gave up what was not sent of the list",
  "elements.export": "exported",
  "operation.hold": "marked as uncertain",
  "operation.settle": "settled",
  "operation.discard": "discarded",
  "application.register": "registered application",
  "application.change": "changed application",
  "application.rotate-secret": "made a new secret for application",
  "application.retire-secret": "retired the old secret of application",
  "application.disable": "disabled application",
  "application.enable": "enabled application",
  "application.give-cloud": "gave a Cloud to application",
  "application.take-cloud": "took a Cloud back from application",
  "signing-key.rotate": "made a new signing key",
  "signing-key.revoke": "revoked every token with a new signing key",
  "webhook.send-again": "had a message sent again to",
  "view.create": "saved the view",
  "view.change": "changed the view",
  "view.delete": "deleted the view",
  "view.restore": "took back the view",
  "token.create": "made the access token",
  "token.revoke": "revoked the access token",
  "staff.invite": "invited to the staff",
  "staff.invite-again": "sent another staff invitation to",
  "staff.withdraw": "withdrew the staff invitation of",
  "staff.join": "joined the staff as",
  "staff.change-role": "changed the role of",
  "staff.disable": "disabled the account of",
  "staff.enable": "enabled the account of",
  "staff.sign-in": "signed in as",
  "staff.connect": "connected with the identity provider",
  "staff.disconnect": "disconnected from the identity provider",
  "staff.end-session": "ended a session of",
  "staff.change-password": "changed the password of",
  "staff.send-reset": "had a password link sent to",
  "staff.reset-password": "set a new password for",
  "staff.set-second-factor": "set up a second factor for",
  "staff.remove-second-factor": "removed the second factor of",
  "staff.renew-codes": "made new recovery codes for",
  "second-factor.require": "requires a second factor of",
  "second-factor.release": "no longer requires a second factor of",
  "audit.export": "took a file of the audit",
  "audit.verify": "verified the audit",
  "audit.keep": "changed how long the audit is kept",
  "audit.cut": "cut off rows of the audit whose time is over",
};

/** How it ended, where that was not as meant. */
export const OUTCOME_WORDS: Record<ActivityRow["outcome"], string> = {
  INTENDED: "written down",
  DONE: "",
  REFUSED: "refused",
  UNKNOWN: "no certain answer",
  FAILED: "failed",
};

/** What was done, as a verb after a person's name. */
export function verbOf(action: string): string {
  return VERBS[action] ?? action;
}

const NAME_KEYS = ["title", "name", "email", "fileName", "modelName"] as const;

/** What it was done to, by the name it had, or how many at once; empty where the row knows neither. */
export function subjectOf(row: Pick<ActivityRow, "before" | "after">): string {
  for (const value of [row.after, row.before]) {
    if (value === null || typeof value !== "object" || Array.isArray(value)) continue;
    for (const key of NAME_KEYS) {
      const name = value[key];
      if (typeof name === "string" && name !== "") return `“${name}”`;
    }
    if (typeof value["count"] === "number") return `(${formatCount(value["count"])})`;
  }
  return "";
}
