/**
 * Members of a cloud as the wire's user records (docs/service "User").
 */
import type { Prisma } from "#lib/db/client.ts";
import type { UserRecord } from "#lib/service/contract/records.ts";

export type MemberRow = Prisma.ServiceMemberGetPayload<{ include: { user: true } }>;

export function toUserRecord({ user, role }: MemberRow): UserRecord {
  return {
    id: user.id,
    email: user.email,
    firstname: user.firstname,
    lastname: user.lastname,
    created_at: user.createdAt.toISOString(),
    updated_at: user.updatedAt.toISOString(),
    cloud_role: role,
    project_role: null,
    provider: "portico",
    sub: user.sub,
    profile_picture: user.profilePicture,
  };
}
