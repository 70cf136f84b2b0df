/**
 * What the service's two lists (pending invitations, users of the cloud) prove about one invitation. Pure; it never concludes
 * more than a list says.
 */
import type { InvitationState } from "#lib/db/client.ts";
import { t } from "#lib/core/texts.ts";

export type Lists = {
  /** null: the service does not list them. */
  pending: ReadonlyMap<string, { id: number; role: number | null }> | null;
  members: ReadonlySet<string> | null;
};

export type Observed = { state: InvitationState; evidence: string; serviceId?: number; role?: number };

/** The state an invitation has after reading, or null when the lists say nothing new. */
export function observe(
  invitation: { address: string; state: InvitationState },
  lists: Lists,
): Observed | null {
  const { address, state } = invitation;
  // The journal decides these: a person on a list proves nothing about this very mail.
  if (state === "SENDING" || state === "UNKNOWN") return null;
  if (lists.members?.has(address) === true) {
    return { state: "JOINED", evidence: t("Among the users of the Cloud.") };
  }
  const waiting = lists.pending?.get(address);
  if (waiting !== undefined) {
    return {
      state: "WAITING",
      evidence: t("On the service's list of pending invitations."),
      serviceId: waiting.id,
      ...(waiting.role === null ? {} : { role: waiting.role }),
    };
  }
  if (state === "WAITING" && lists.pending !== null) {
    const evidence =
      lists.members === null
        ? "Gone from the pending list. Whether accepted or declined, this service does not tell."
        : "Gone from the pending list and not among the users: declined or withdrawn.";
    return { state: "GONE", evidence };
  }
  if (state === "JOINED" && lists.members !== null) {
    return { state: "GONE", evidence: t("No longer among the users of the Cloud.") };
  }
  return null;
}

const WORDS: Record<InvitationState, string> = {
  PREPARED: "Prepared",
  SENDING: "Sending",
  NOT_SENT: "Not sent",
  WAITING: "Waiting",
  JOINED: "Joined",
  GONE: "Declined or withdrawn",
  CANCELLED: "Cancelled",
  REFUSED: "Refused",
  UNKNOWN: "Unknown",
};

/** The state in words. */
export function stateWords(state: InvitationState): string {
  return WORDS[state];
}
