/**
 * Project rows as the wire's records (docs/service "Project"): the whole cloud is nested in each.
 */
import type { Db, Prisma, ServiceCloudModel, ServiceProjectModel } from "#lib/db/client.ts";
import type { ProjectRecord } from "#lib/service/contract/records.ts";
import { cloudInclude, toCloudRecord, visibleTo } from "./cloud.ts";
import { orNotFound } from "../http/errors.ts";
import type { CloudCall, ProjectCall } from "../http/route.ts";

export const projectInclude = { cloud: { include: cloudInclude } } satisfies Prisma.ServiceProjectInclude;

export type ProjectRow = Prisma.ServiceProjectGetPayload<{ include: typeof projectInclude }>;

/** Projects of the call's Cloud, if the application sees that Cloud. */
export function projectsWhere({
  params: { cloudId },
  application,
}: CloudCall): Pick<Prisma.ServiceProjectWhereInput, "cloudId" | "cloud"> {
  return { cloudId, cloud: visibleTo(application.id) };
}

export function toProjectRecord(row: ProjectRow): ProjectRecord {
  const { id, name, logo, description, status, ...rest } = toOwnFields(row);
  return { id, name, logo, description, status, cloud: toCloudRecord(row.cloud), ...rest };
}

/** A project's fields without its Cloud, as in trees. */
export function toOwnFields(row: ServiceProjectModel): Omit<ProjectRecord, "cloud"> {
  return {
    id: row.id,
    name: row.name,
    logo: row.logo,
    description: row.description,
    status: row.status === "D" ? "D" : "A",
    parent_id: row.parentId,
    main_model_id: row.mainModelId,
    root_folder_id: row.rootFolderId,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** @throws WireError 404 when the project is absent, in another cloud, or the cloud is another application's. */
export async function getVisibleProject(
  call: ProjectCall,
  db: Db = call.db,
): Promise<ServiceProjectModel & { cloud: ServiceCloudModel }> {
  const where = { id: call.params.projectId, ...projectsWhere(call) };
  return orNotFound(await db.serviceProject.findFirst({ where, include: { cloud: true } }));
}
