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
  "state",
  "stateWords",
  "briefEvidence",
  "stateSince",
  "mailsAsked",
  "createdAt",
] as const satisfies readonly (keyof InvitationView)[];

/** What many rows do not have. */
const MAYBE_SHOWN = [
  "project",
  "lastMailAt",
  "invitedByName",
  "operationHref",
  "listHref",
  "remindableFrom",
] as const satisfies readonly (keyof InvitationView)[];

type Maybe = (typeof MAYBE_SHOWN)[number];

const ACTS = {
  remind: "canRemind",
  inviteAnew: "canInviteAnew",
  withdraw: "canCancel",
  confirm: "canConfirm",
  erase: "canErase",
} as const satisfies Record<string, keyof InvitationView>;

/** What a person may do with an invitation. */
export type InvitationAct = keyof typeof ACTS;

export type InvitationRow = Pick<InvitationView, (typeof SHOWN)[number]> & {
  [Name in Maybe]?: NonNullable<InvitationView[Name]>;
} & { tone: Tone; roleName: string; acts: readonly InvitationAct[] };

/** A row of the ledger for the browser. What it does not have is left out: each of fifty rows is sent, and written twice into a loaded page. */
export function toInvitationRow(view: InvitationView): InvitationRow {
  const maybe = Object.entries(pick(view, MAYBE_SHOWN)).filter(([, value]) => value !== null);
  const acts = (Object.keys(ACTS) as InvitationAct[]).filter((act) => view[ACTS[act]]);
  return {
    ...pick(view, SHOWN),
    ...(Object.fromEntries(maybe) as Pick<InvitationRow, Maybe>),
    tone: TONES[view.state],
    roleName: roleName(view.role),
    acts,
  };
}
