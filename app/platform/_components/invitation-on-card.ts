import type { PersonInvitation } from "#lib/service/server/platform/invitations.ts";

export type InvitationOnCard = {
  id: number;
  /** Of the Cloud or of the project. */
  name: string;
  /** The project's Cloud; null when the invitation is to the Cloud itself. */
  cloudName: string | null;
  inviterName: string;
  email: string;
  /** 100 administrator, 50 user, of a project also 25 guest. */
  role: number;
  declined: boolean;
  /** When its last email was sent; for a declined one, when it was declined. */
  since: Date;
};

/** What a card shows of an invitation to the person with this address. */
export function toInvitationOnCard(invitation: PersonInvitation, email: string): InvitationOnCard {
  const { id, project, cloudName, inviterName, role, state, updatedAt } = invitation;
  return {
    id,
    name: project?.name ?? cloudName,
    cloudName: project === null ? null : cloudName,
    inviterName,
    email,
    role,
    declined: state === "D",
    since: updatedAt,
  };
}
