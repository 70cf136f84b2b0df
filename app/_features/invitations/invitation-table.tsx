import type { ReactNode } from "react";
import type { Tone } from "#app/_ui/primitives/tone.tsx";
import type { InvitationView } from "#lib/features/invitations/queries.ts";
import { roleName } from "#lib/features/invitations/words.ts";
import { InvitationRows, type InvitationRow, type InvitationSorts } from "./invitation-rows.tsx";

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

/** The ledger: each address with its Cloud or project and role, its state and evidence, its emails, who invited, and the next step. */
export function InvitationTable({
  rows,
  mayAct,
  showCloud,
  sorts,
}: {
  rows: readonly InvitationView[];
  mayAct: boolean;
  showCloud: boolean;
  sorts: InvitationSorts;
}): ReactNode {
  return <InvitationRows rows={rows.map(toRow)} mayAct={mayAct} showCloud={showCloud} sorts={sorts} />;
}

/** The data that a row shows: nothing else of the invitation leaves the server. */
function toRow(view: InvitationView): InvitationRow {
  const {
    id,
    email,
    cloudId,
    cloudName,
    cloudNumber,
    project,
    state,
    stateWords,
    mailsAsked,
    invitedByName,
  } = view;
  const { operationHref, listHref, canRemind, canInviteAnew, canCancel, canConfirm, canErase } = view;
  return {
    id,
    email,
    cloudId,
    cloudName,
    cloudNumber,
    project,
    roleName: roleName(view.role),
    state,
    tone: TONES[state],
    stateWords,
    evidence: view.briefEvidence,
    since: view.stateSince.toISOString(),
    mailsAsked,
    lastMailAt: view.lastMailAt?.toISOString() ?? null,
    invitedAt: view.createdAt.toISOString(),
    invitedByName,
    operationHref,
    listHref,
    remindableFrom: view.remindableFrom?.toISOString() ?? null,
    canRemind,
    canInviteAnew,
    canCancel,
    canConfirm,
    canErase,
  };
}
