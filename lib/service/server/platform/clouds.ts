/**
 * What a person sees of a Cloud on the platform: a member sees the Cloud and its people, a member of some of its projects only these.
 * Membership is part of every `where`; projects.ts covers the projects.
 */
import { notFound } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";
import type { Prisma, PrismaClient } from "#lib/db/client.ts";
import type { PlatformUser } from "./sessions.ts";

const MEMBERS_SHOWN = 50;

/** @throws AppError NOT_FOUND when the Cloud does not exist, or the person is a member neither of it nor of a project in it. */
export async function getCloudForMember(db: PrismaClient, user: PlatformUser, cloudId: number) {
  const membership = await db.serviceMember.findUnique({
    where: { cloudId_userId: { cloudId, userId: user.id } },
    select: { role: true, createdAt: true },
  });
  const isMember = membership !== null;
  const projects = { cloudId, status: "A", ...(isMember ? {} : { members: { some: { userId: user.id } } }) };
  const [cloud, projectCount, modelCount, first] = await Promise.all([
    db.serviceCloud.findUnique({
      where: { id: cloudId },
      select: {
        id: true,
        name: true,
        image: true,
        _count: { select: { members: true } },
        members: { include: { user: true }, orderBy: { createdAt: "asc" }, take: MEMBERS_SHOWN },
      },
    }),
    db.serviceProject.count({ where: projects }),
    db.serviceModel.count({ where: { project: projects } }),
    db.serviceProjectMember.findFirst({
      where: { userId: user.id, project: projects },
      orderBy: { createdAt: "asc" },
      select: { createdAt: true },
    }),
  ]);
  const joinedAt = membership?.createdAt ?? first?.createdAt;
  if (cloud === null || joinedAt === undefined) throw notFound(say("This cloud"));
  return {
    id: cloud.id,
    name: cloud.name,
    image: cloud.image,
    /** 100 administrator, 50 user; null: not a member of the Cloud, only of projects in it. */
    role: membership?.role ?? null,
    joinedAt,
    /** 0 without a role: members of projects are not told who else is in the Cloud. */
    memberCount: isMember ? cloud._count.members : 0,
    /** Names of the first people who joined. */
    members: isMember
      ? cloud.members.map(({ userId, user: { firstname, lastname } }) => ({
          id: userId,
          name: `${firstname} ${lastname}`,
        }))
      : [],
    /** Number of active projects that the person sees, and of models in them. */
    projectCount,
    modelCount,
  };
}

export type PlatformCloud = Awaited<ReturnType<typeof getCloudForMember>>;

/** The Clouds where the person is a member, or a member of a project in them, by name. */
export async function listCloudsForMember(db: PrismaClient, user: PlatformUser) {
  const own = { where: { userId: user.id }, orderBy: { createdAt: "asc" }, take: 1 } as const;
  const ownProjects: Prisma.ServiceProjectWhereInput = {
    status: "A",
    members: { some: { userId: user.id } },
  };
  const rows = await db.serviceCloud.findMany({
    where: { OR: [{ members: { some: { userId: user.id } } }, { projects: { some: ownProjects } }] },
    select: {
      id: true,
      name: true,
      members: own,
      projects: { where: ownProjects, select: { members: own } },
    },
    orderBy: [{ name: "asc" }, { id: "asc" }],
  });
  return rows.map(({ id, name, members: [membership], projects }) => {
    const joined = projects.flatMap((project) => project.members.map((member) => Number(member.createdAt)));
    const joinedAt = membership?.createdAt ?? new Date(Math.min(...joined));
    return { id, name, role: membership?.role ?? null, joinedAt };
  });
}
