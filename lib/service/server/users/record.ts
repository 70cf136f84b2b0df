/**
 * Members of a cloud as the wire's user records (docs/service "User").
 */
import type { Prisma } from "#lib/db/client.ts";
import type { UserRecord } from "#lib/service/contract/records.ts";
import type { ProjectMemberRow } from "./project-record.ts";

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
