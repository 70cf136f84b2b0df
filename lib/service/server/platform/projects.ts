/**
 * What a person sees of a cloud's projects on the platform: their tree, and one project with its models, both page by page. A member of the
 * Cloud sees all projects, others only those where they are members. Membership is part of every query.
 */
import { z } from "zod";
import { notFound } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";
import { pageOf } from "#lib/core/paging/page-of.ts";
import { Prisma, type PrismaClient } from "#lib/db/client.ts";
import type { PlatformUser } from "./sessions.ts";

export type PlatformProject = {
  id: number;
  name: string;
  /** Names of the parent projects, from the top. */
  above: string[];
  /** Models in the project, without projects below it. */
  modelCount: number;
  updatedAt: Date;
};

const PROJECTS = 100;
const MODELS = 50;
/** Far deeper than any real tree; stops endless recursion. */
const DEPTH_MAX = 50;
const MODEL_INCLUDE = { document: { select: { size: true } } } satisfies Prisma.ServiceModelInclude;

const sentencesSchema = z.array(z.string());

/** Active projects, each below its parent, by name. `after`: the last project of the previous page; `next` is null at the end. */
export async function listProjectTree(
  db: PrismaClient,
  user: PlatformUser,
  { cloudId, after = 0, limit = PROJECTS }: { cloudId: number; after?: number | undefined; limit?: number },
): Promise<{ rows: PlatformProject[]; next: number | null }> {
  const found = await db.$queryRaw<PlatformProject[]>`
    ${treeOf(user, cloudId)}
    WHERE place > coalesce((SELECT place FROM tree WHERE id = ${after}), ARRAY[]::text[])
    ORDER BY place LIMIT ${limit + 1}`;
  return pageOf(found, limit, ({ id }) => id);
}

/**
 * One project with its models, newest first. `before`: the last model of the previous page; `next` is null at the end.
 * @throws AppError NOT_FOUND when the project does not exist, is not active, or the person is a member neither of it nor of its Cloud
 */
export async function getProjectForMember(
  db: PrismaClient,
  user: PlatformUser,
  {
    cloudId,
    projectId,
    before,
    limit = MODELS,
  }: { cloudId: number; projectId: number; before?: number | undefined; limit?: number },
): Promise<PlatformProject & { models: PlatformModel[]; next: number | null }> {
  const [project] = await db.$queryRaw<PlatformProject[]>`
    ${treeOf(user, cloudId)} WHERE id = ${projectId}`;
  if (project === undefined) throw notFound(say("This project"));
  const found = await db.serviceModel.findMany({
    where: { projectId, ...(before === undefined ? {} : { id: { lt: before } }) },
    orderBy: { id: "desc" },
    take: limit + 1,
    include: MODEL_INCLUDE,
  });
  const { rows, next } = pageOf(found, limit, ({ id }) => id);
  return { ...project, models: rows.map(toPlatformModel), next };
}

/**
 * All active projects that the person sees, each with its path from the top; a project whose parent the person does not see is at the top.
 */
function treeOf({ id: userId }: PlatformUser, cloudId: number): Prisma.Sql {
  const place = Prisma.sql`ARRAY[lower(p.name), lpad(p.id::text, 10, '0')]`;
  return Prisma.sql`
    WITH RECURSIVE active AS (
      SELECT * FROM service_project s WHERE cloud_id = ${cloudId} AND status = 'A' AND (
        EXISTS (SELECT 1 FROM service_member WHERE cloud_id = ${cloudId} AND user_id = ${userId})
        OR EXISTS (SELECT 1 FROM service_project_member m WHERE m.project_id = s.id AND m.user_id = ${userId}))
    ), tree AS (
      SELECT p.id, p.name, p.updated_at, ${place} AS place, ARRAY[]::text[] AS above FROM active p
      WHERE NOT EXISTS (SELECT 1 FROM active o WHERE o.id = p.parent_id)
      UNION ALL
      SELECT p.id, p.name, p.updated_at, t.place || ${place}, t.above || t.name
      FROM active p JOIN tree t ON p.parent_id = t.id WHERE cardinality(t.above) < ${DEPTH_MAX}
    )
    SELECT id, name, above, updated_at AS "updatedAt",
      (SELECT count(*)::int FROM service_model m WHERE m.project_id = tree.id) AS "modelCount"
    FROM tree`;
}

function toPlatformModel(row: Prisma.ServiceModelGetPayload<{ include: typeof MODEL_INCLUDE }>) {
  const errors = sentencesSchema.safeParse(row.errors);
  return {
    id: row.id,
    name: row.name,
    /** P, W waiting, I being read, C ready, E failed, X, D. */
    status: row.status,
    /** The IFC schema, once known. */
    version: row.version,
    sizeBytes: row.document === null ? null : Number(row.document.size),
    errors: errors.success ? errors.data : [],
    updatedAt: row.updatedAt,
  };
}

export type PlatformModel = ReturnType<typeof toPlatformModel>;
