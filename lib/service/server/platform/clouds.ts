/**
 * What a member sees of a cloud on the platform: itself and its people; projects.ts has what is in it. Membership is part of every `where`.
 */
import { notFound } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";
import type { PrismaClient } from "#lib/db/client.ts";
import type { PlatformUser } from "./sessions.ts";

export type PlatformCloud = {
  id: number;
  name: string;
  image: string | null;
  /** 100 administrator, 50 user. */
  role: number;
  joinedAt: Date;
  memberCount: number;
  /** The first people to have joined, as they are called. */
  members: { id: number; name: string }[];
  /** Active projects, and the models in them. */
  projectCount: number;
  modelCount: number;
};

const MEMBERS_SHOWN = 50;
/** @throws AppError NOT_FOUND when the cloud is not there or the person is no member of it. */
export async function getCloudForMember(
  db: PrismaClient,
  user: PlatformUser,
  cloudId: number,
): Promise<PlatformCloud> {
  const membership = await db.serviceMember.findUnique({
    where: { cloudId_userId: { cloudId, userId: user.id } },
    include: {
      cloud: {
        include: {
          _count: { select: { members: true } },
          members: { include: { user: true }, orderBy: { createdAt: "asc" }, take: MEMBERS_SHOWN },
        },
      },
    },
  });
  if (membership === null) throw notFound(say("This cloud"));
  const { cloud } = membership;
  const active = { cloudId, status: "A" };
  const [projectCount, modelCount] = await Promise.all([
    db.serviceProject.count({ where: active }),
    db.serviceModel.count({ where: { project: active } }),
  ]);
  return {
    id: cloud.id,
    name: cloud.name,
    image: cloud.image,
    role: membership.role,
    joinedAt: membership.createdAt,
    memberCount: cloud._count.members,
    members: cloud.members.map((member) => ({
      id: member.userId,
      name: `${member.user.firstname} ${member.user.lastname}`,
    })),
    projectCount,
    modelCount,
  };
}

/** The clouds the person is a member of, by name. */
export async function listCloudsForMember(
  db: PrismaClient,
  user: PlatformUser,
): Promise<{ id: number; name: string; role: number; joinedAt: Date }[]> {
  const rows = await db.serviceMember.findMany({
    where: { userId: user.id },
    include: { cloud: { select: { name: true } } },
    orderBy: [{ cloud: { name: "asc" } }, { cloudId: "asc" }],
  });
  return rows.map((row) => ({
    id: row.cloudId,
    name: row.cloud.name,
    role: row.role,
    joinedAt: row.createdAt,
  }));
}
