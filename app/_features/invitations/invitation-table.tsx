import type { ReactNode } from "react";
import type { Tone } from "#app/_ui/primitives/tone.tsx";
import type { InvitationView } from "#lib/features/invitations/schema.ts";
import { InvitationRows, type InvitationRow } from "./invitation-rows.tsx";

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

/** The ledger: each address with its state, how that is known, since when, by whom, and the next step. */
export function InvitationTable({
  rows,
  mayAct,
  showCloud,
}: {
  rows: readonly InvitationView[];
  mayAct: boolean;
  showCloud: boolean;
}): ReactNode {
  return <InvitationRows rows={rows.map(toRow)} mayAct={mayAct} showCloud={showCloud} />;
}

/** What of an invitation its row shows: nothing else of it leaves the server. */
function toRow(view: InvitationView): InvitationRow {
  const { id, email, cloudId, cloudName, roleWords, state, stateWords, invitedByName } = view;
  const { operationHref, listHref, canRemind, canInviteAnew, canCancel, canConfirm, canErase } = view;
  return {
    id,
    email,
    cloudId,
    cloudName,
    roleWords,
    state,
    tone: TONES[state],
    stateWords,
    evidence: view.evidence,
    since: view.stateSince.toISOString(),
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
