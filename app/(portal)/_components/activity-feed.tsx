import { History } from "lucide-react";
import type { ReactNode } from "react";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
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
  "model.upload": "uploaded",
  "invitation.send": "invited",
  "invitation.cancel": "took back the invitation to",
  "invitation.observe": "saw a change of the invitation to",
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
  "staff.end-session": "ended a session of",
  "staff.change-password": "changed the password of",
  "staff.send-reset": "had a password link sent to",
  "staff.reset-password": "set a new password for",
  "staff.set-second-factor": "set up a second factor for",
  "staff.remove-second-factor": "removed the second factor of",
  "staff.renew-codes": "made new recovery codes for",
  "second-factor.require": "requires a second factor of",
  "second-factor.release": "no longer requires a second factor of",
};

const OUTCOMES: Record<ActivityRow["outcome"], string> = {
  INTENDED: "written down",
  DONE: "",
  REFUSED: "refused",
  UNKNOWN: "no certain answer",
  FAILED: "failed",
};

/** What happened, newest first: who, what, and how it ended where that was not as meant. */
export function ActivityFeed({ rows }: { rows: readonly ActivityRow[] }): ReactNode {
  // The intent is followed by its outcome; only the outcome is news.
  const shown = rows.filter((row) => row.outcome !== "INTENDED");
  if (shown.length === 0) {
    return (
      <Blank icon={<History aria-hidden />} title="Nothing happened yet">
        What is created, sent, uploaded and exported is written here.
      </Blank>
    );
  }
  return (
    <ul className="divide-y divide-line">
      {shown.map((row) => (
        <li key={row.seq} className="flex flex-wrap items-baseline gap-x-3 px-4 py-2 text-13">
          <span className="w-24 shrink-0 text-fg-3">
            <RelativeTime at={row.at.toISOString()} />
          </span>
          <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            <b className="font-medium">{row.actorName}</b> {VERBS[row.action] ?? row.action} {nameOf(row)}
            {OUTCOMES[row.outcome] !== "" && <span className="text-fg-2"> — {OUTCOMES[row.outcome]}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

const NAME_KEYS = ["title", "name", "email", "fileName", "modelName"] as const;

function nameOf(row: ActivityRow): string {
  for (const value of [row.after, row.before]) {
    if (value === null || typeof value !== "object" || Array.isArray(value)) continue;
    for (const key of NAME_KEYS) {
      const name = value[key];
      if (typeof name === "string" && name !== "") return `“${name}”`;
    }
  }
  return "";
}
