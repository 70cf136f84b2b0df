/**
 * What a member sees of a cloud on the platform: everything created in it, present and future. Membership is part of every `where`.
 */
import { z } from "zod";
import { notFound } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";
import type { ModelStatus, Prisma, PrismaClient } from "#lib/db/client.ts";
import type { PlatformUser } from "./sessions.ts";

export type PlatformModel = {
  id: number;
  name: string | null;
  /** P, W waiting, I being read, C ready, E failed, X, D. */
  status: ModelStatus;
  /** The IFC schema once it is known. */
  version: string | null;
  sizeBytes: number | null;
  errors: string[];
  progress: { phase: string; done: number; total: number } | null;
  updatedAt: Date;
};

export type PlatformProject = {
  id: number;
  name: string;
  description: string | null;
  logo: string | null;
  parentId: number | null;
  updatedAt: Date;
  models: PlatformModel[];
};

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
  /** Active projects by name, with their models, newest first. */
  projects: PlatformProject[];
};

const MEMBERS_SHOWN = 50;
const progressSchema = z.object({ phase: z.string(), done: z.number(), total: z.number() });
const sentencesSchema = z.array(z.string());

const modelInclude = { document: { select: { size: true } } } satisfies Prisma.ServiceModelInclude;

type ModelRow = Prisma.ServiceModelGetPayload<{ include: typeof modelInclude }>;

function toPlatformModel(row: ModelRow): PlatformModel {
  const errors = sentencesSchema.safeParse(row.errors);
  const progress = progressSchema.safeParse(row.progress);
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    version: row.version,
    sizeBytes: row.document === null ? null : Number(row.document.size),
    errors: errors.success ? errors.data : [],
    progress: progress.success ? progress.data : null,
    updatedAt: row.updatedAt,
  };
}

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
          projects: {
            where: { status: "A" },
            orderBy: [{ name: "asc" }, { id: "asc" }],
            include: { models: { include: modelInclude, orderBy: { id: "desc" } } },
          },
        },
      },
    },
  });
  if (membership === null) throw notFound(say("This cloud"));
  const { cloud } = membership;
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
    projects: cloud.projects.map(({ id, name, description, logo, parentId, updatedAt, models }) => ({
      id,
      name,
      description,
      logo,
      parentId,
      updatedAt,
      models: models.map(toPlatformModel),
    })),
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
