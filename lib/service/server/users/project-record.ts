/** People of a project as the wire's records (docs/service "People of a project"). */
import type { Prisma } from "#lib/db/client.ts";
import type { ProjectUserRecord } from "#lib/service/contract/records.ts";
import { toProjectRole, type InvitationRow } from "../invitations/record.ts";

export type ProjectMemberRow = Prisma.ServiceProjectMemberGetPayload<{ include: { user: true } }>;

export function toProjectUserRecord({ id, role, user }: ProjectMemberRow): ProjectUserRecord {
  return {
    id,
    user_id: user.id,
    invitation_id: null,
    email: user.email,
    firstname: user.firstname,
    lastname: user.lastname,
    profile_picture: user.profilePicture,
    sub: user.sub,
    role: toProjectRole(role),
  };
}

/** A person who has not answered; the record does not reveal whether they have an account. */
export function toInvitedRecord({ id, email, role }: InvitationRow): ProjectUserRecord {
  return {
    id,
    user_id: null,
    invitation_id: id,
    email,
    firstname: null,
    lastname: null,
    profile_picture: null,
    sub: null,
    role: toProjectRole(role),
  };
}
