/** Reads the projects of a Cloud for pages: the registry's rows, updated from the service's list where it has one. */
import { now } from "#lib/core/clock.ts";
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { nameStaff } from "#lib/auth/staff-names.ts";
import { getById, notFound } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { say } from "#lib/core/texts.ts";
import { pageOf } from "#lib/core/paging/page-of.ts";
import { getDb, Prisma, type ProjectModel } from "#lib/db/client.ts";
import { countShown } from "#lib/features/clouds/list/counting.ts";
import {
  cursorAfter,
  orderOf,
  placeOf,
  WHERE_SHOWN,
  whereSearched,
} from "#lib/features/clouds/list/listing.ts";
import { getCloudModel, type CloudsQuery, type CloudWithConnection } from "#lib/features/clouds/queries.ts";
import type { ReadState } from "#lib/features/clouds/schema.ts";
import { clientFor } from "#lib/features/connections/queries.ts";
import { ServiceError } from "#lib/service/client/errors.ts";
import { listParents } from "./parents.ts";
import { readProjects } from "./reading.ts";
import { listLogoViews } from "./logo.ts";
import type { ModelChoice } from "./schema.ts";

const LIMIT_MAX = 500;
/** Clouds with up to this many projects are shown as one tree; larger ones in pages. */
export const TREE_MAX = 500;
const CHOICE_PROJECTS_MAX = 20;

export type ProjectsQuery = Omit<CloudsQuery, "connectionId">;

/** The projects of a Cloud; `next` is null at the end. @throws AppError NOT_FOUND for the Cloud */
export async function listProjects(actor: Actor, cloudId: string, query: ProjectsQuery = {}) {
  requirePermission(actor, "portal:read");
  const askedAt = now();
  const cloud = await getCloudModel(cloudId);
  const read = await readProjects(cloud);
  const page = await findPage(cloudId, query);
  if (page.rows.length > 0 || (query.search ?? "").trim() === "") return { ...page, read };
  // Somebody may be looking for a project that was created outside Portico a moment ago.
  const anew = await readProjects(
    { ...cloud, projectsReadAt: read.readAt ?? cloud.projectsReadAt },
    { since: askedAt },
  );
  return { ...(await findPage(cloudId, query)), read: anew };
}

/** Reads a Cloud's list of projects again because somebody asked for it. @throws AppError NOT_FOUND */
export async function refreshProjects(actor: Actor, cloudId: string): Promise<ReadState> {
  requirePermission(actor, "portal:read");
  return readProjects(await getCloudModel(cloudId), { anew: true });
}

async function findPage(cloudId: string, query: ProjectsQuery) {
  const { shown = "current", sort = "name" } = query;
  const matching = { cloudId, ...whereSearched(query.search) };
  const counts = await countShown("project", Prisma.sql`cloud_id = ${cloudId}::uuid`, query.search);
  const mayBeWhole = sort === "name" && (query.search ?? "").trim() === "" && counts[shown] <= TREE_MAX;
  const limit = mayBeWhole ? TREE_MAX : Math.min(query.limit ?? 100, LIMIT_MAX);
  const found = await getDb().project.findMany({
    where: { AND: [matching, WHERE_SHOWN[shown], placeOf(sort, query.after) ?? {}] },
    orderBy: orderOf(sort),
    take: limit + 1,
    omit: { logo: true },
  });
  const { rows, next } = pageOf(found, limit, (last) => cursorAfter(sort, last));
  return {
    rows: await withParents(cloudId, await toRows(rows)),
    next,
    total: counts[shown],
    /** How many match the search, for each choice of `shown`. */
    counts,
    /** All rows are present and sorted by name: they can be shown as a tree. */
    isWhole: mayBeWhole && rows.length === counts[shown],
  };
}

/**
 * Each with its ancestors from the top down to its own parent; if an ancestor is not in the registry, or the parents form a ring, only the
 * known ones.
 */
async function withParents(cloudId: string, rows: ProjectRow[]) {
  const parents = await listParents(
    cloudId,
    rows.filter((row) => row.parentServiceId !== null).map((row) => row.serviceId),
  );
  return rows.map((row) => ({ ...row, parents: parents.get(row.serviceId) ?? [] }));
}

export type ListedProject = Awaited<ReturnType<typeof withParents>>[number];

const BELOW_MAX = 200;

/** A project's direct children by name: at most 200, and how many there are. */
export async function listBelow(
  actor: Actor,
  project: Pick<ProjectRow, "cloudId" | "serviceId">,
): Promise<{ rows: ProjectRow[]; total: number }> {
  requirePermission(actor, "portal:read");
  const where = {
    cloudId: project.cloudId,
    parentServiceId: BigInt(project.serviceId),
    archivedAt: null,
    deletedAt: null,
  };
  const rows = await getDb().project.findMany({
    where,
    orderBy: orderOf("name"),
    take: BELOW_MAX,
    omit: { logo: true },
  });
  return { rows: await toRows(rows), total: await getDb().project.count({ where }) };
}

export type ProjectWithCloud = ProjectModel & { cloud: CloudWithConnection };

/** A project with its Cloud and connection, for commands and other features. @throws AppError NOT_FOUND */
export async function getProjectModel(id: string): Promise<ProjectWithCloud> {
  return getById(id, say("This project"), () =>
    getDb().project.findUnique({
      where: { id },
      include: { cloud: { include: { connection: true } } },
    }),
  );
}

/** One project with its ancestors. @throws AppError NOT_FOUND */
export async function getProject(actor: Actor, id: string): Promise<ListedProject> {
  requirePermission(actor, "portal:read");
  const model = await getById(id, say("This project"), () =>
    getDb().project.findUnique({ where: { id }, omit: { logo: true } }),
  );
  const [row] = await withParents(model.cloudId, await toRows([model]));
  if (row === undefined) throw notFound(say("This project"));
  return row;
}

/** Possible parents of a new project: those of the same Cloud that are not gone. */
export async function listParentChoices(
  actor: Actor,
  cloudId: string,
): Promise<{ serviceId: number; name: string }[]> {
  requirePermission(actor, "portal:read");
  const rows = await getDb().project.findMany({
    where: { cloudId: { in: [cloudId].filter(isId) }, missingSince: null, archivedAt: null, deletedAt: null },
    orderBy: [{ sortName: "asc" }, { id: "asc" }],
    take: LIMIT_MAX,
    select: { serviceId: true, name: true },
  });
  return rows.map((row) => ({ serviceId: Number(row.serviceId), name: row.name }));
}

/**
 * Models of the Cloud's newest projects that can be a main model; empty when there are none; `isComplete` is false when not all could be
 * read.
 */
export async function listMainModelChoices(
  actor: Actor,
  cloudId: string,
): Promise<{ choices: ModelChoice[]; isComplete: boolean }> {
  requirePermission(actor, "portal:read");
  const cloud = await getCloudModel(cloudId);
  const projects = await getDb().project.findMany({
    where: { cloudId, missingSince: null },
    orderBy: { createdAt: "desc" },
    take: CHOICE_PROJECTS_MAX + 1,
    select: { serviceId: true, name: true },
  });
  const client = clientFor(cloud.connection);
  let isComplete = projects.length <= CHOICE_PROJECTS_MAX;
  const choices: ModelChoice[] = [];
  for (const project of projects.slice(0, CHOICE_PROJECTS_MAX)) {
    try {
      const models = await client.listModels(Number(cloud.serviceId), Number(project.serviceId), {
        retries: { tries: 1, baseMs: 0, delayMsMax: 0, retryAfterMsMax: 0 },
      });
      for (const model of models) {
        if (model.type !== null && model.type !== "IFC") continue;
        if (model.status === "D") continue;
        const name = model.name ?? `Model ${String(model.id)}`;
        choices.push({ modelId: model.id, name, projectName: project.name });
      }
    } catch (thrown) {
      if (!(thrown instanceof ServiceError)) throw thrown;
      isComplete = false;
      // A service that does not answer will not answer for the next project either.
      if (thrown.kind !== "notFound") break;
    }
  }
  return { choices, isComplete };
}

async function toRows(rows: readonly Omit<ProjectModel, "logo">[]) {
  const [nameOf, logos] = await Promise.all([
    nameStaff(rows.map((row) => row.createdById)),
    listLogoViews(rows.map((row) => row.id)),
  ]);
  return rows.map((row) => ({
    id: row.id,
    serviceId: Number(row.serviceId),
    cloudId: row.cloudId,
    name: row.name,
    description: row.description,
    /** "A", "D", or whatever else the service says. */
    status: row.status,
    logo: logos.get(row.id) ?? null,
    parentServiceId: row.parentServiceId === null ? null : Number(row.parentServiceId),
    mainModelId: row.mainModelId === null ? null : Number(row.mainModelId),
    createdAt: row.createdAt,
    createdByName: nameOf(row.createdById),
    version: row.version,
    archivedAt: row.archivedAt,
    deletedAt: row.deletedAt,
    missingSince: row.missingSince,
  }));
}

export type ProjectRow = Awaited<ReturnType<typeof toRows>>[number];
