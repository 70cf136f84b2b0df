import { pick } from "#app/_server/pick.ts";
import type { Tone } from "#app/_ui/primitives/tone.tsx";
import type { InvitationView } from "#lib/features/invitations/queries.ts";
import { roleName } from "#lib/features/invitations/words.ts";

const TONES: Record<InvitationView["state"], Tone> = {
  PREPARED: "idle",
  SENDING: "progress",
  NOT_SENT: "warn",
  WAITING: "warn",
  JOINED: "ok",
  GONE: "idle",
  CANCELLED: "idle",
  REFUSED: "bad",
  UNKNOWN: "unknown",
};

const SHOWN = [
  "id",
  "email",
  "cloudId",
  "cloudName",
  "cloudNumber",
  "project",
  "state",
  "stateWords",
  "briefEvidence",
  "stateSince",
  "mailsAsked",
  "lastMailAt",
  "createdAt",
  "invitedByName",
  "operationHref",
  "listHref",
  "remindableFrom",
  "canRemind",
  "canInviteAnew",
  "canCancel",
  "canConfirm",
  "canErase",
] as const satisfies readonly (keyof InvitationView)[];

export type InvitationRow = Pick<InvitationView, (typeof SHOWN)[number]> & { tone: Tone; roleName: string };

/** A row of the ledger for the browser. */
export function toInvitationRow(view: InvitationView): InvitationRow {
  return { ...pick(view, SHOWN), tone: TONES[view.state], roleName: roleName(view.role) };
}
