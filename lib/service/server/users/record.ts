/**
 * Members of a cloud, and people of a project, as the wire's records (docs/service "User" and "People of a project").
 */
import type { Prisma } from "#lib/db/client.ts";
import type { UserRecord, ProjectUserRecord } from "#lib/service/contract/records.ts";
import { toProjectRole, type InvitationRow } from "../invitations/record.ts";

export type MemberRow = Prisma.ServiceMemberGetPayload<{ include: { user: true } }>;

export function toUserRecord({ user, role }: MemberRow): UserRecord {
  return makeUserRecord(user, { cloud_role: role, project_role: null });
}

/** A member of a project, as the inviting application is told. */
export function toUserOfProject({ user, role }: ProjectMemberRow): UserRecord {
  return makeUserRecord(user, { cloud_role: null, project_role: role });
}

function makeUserRecord(
  user: MemberRow["user"],
  roles: Pick<UserRecord, "cloud_role" | "project_role">,
): UserRecord {
  return {
    id: user.id,
    email: user.email,
    firstname: user.firstname,
    lastname: user.lastname,
    created_at: user.createdAt.toISOString(),
    updated_at: user.updatedAt.toISOString(),
    ...roles,
    provider: "portico",
    sub: user.sub,
    profile_picture: user.profilePicture,
  };
}

type ProjectMemberRow = Prisma.ServiceProjectMemberGetPayload<{ include: { user: true } }>;

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
