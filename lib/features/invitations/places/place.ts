/** Where people are members or invited: a Cloud, or one project of it. The same code reads, stores and changes both. */
import { notFound } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";
import { Prisma, type ProjectModel } from "#lib/db/client.ts";
import { getCloudModel, platformAddress, type CloudWithConnection } from "#lib/features/clouds/queries.ts";
import { getProjectModel } from "#lib/features/projects/queries.ts";

/** `project` is null for the Cloud itself. */
export type Place = { cloud: CloudWithConnection; project: ProjectModel | null };

/** A place as forms and queries name it, by registry ids. */
export type PlaceInput = { cloudId: string; projectId?: string | undefined };

/** @throws AppError NOT_FOUND, also for a project of another Cloud */
export async function getPlace({ cloudId, projectId }: PlaceInput): Promise<Place> {
  if (projectId === undefined) return { cloud: await getCloudModel(cloudId), project: null };
  const { cloud, ...project } = await getProjectModel(projectId);
  if (cloud.id !== cloudId) throw notFound(say("This project"));
  return { cloud, project };
}

/** The object that the audit names. */
export function objectOf({ cloud, project }: Place): { objectType: "cloud" | "project"; objectId: string } {
  return project === null
    ? { objectType: "cloud", objectId: cloud.id }
    : { objectType: "project", objectId: project.id };
}

/** The name that the audit and questions tell. */
export function nameOf({ cloud, project }: Place): string {
  return project?.name ?? cloud.name;
}

/** The numbers of Cloud and project at the service. */
export function numbersOf({ cloud, project }: Place): { cloud: number; project: number | null } {
  return {
    cloud: Number(cloud.serviceId),
    project: project === null ? null : Number(project.serviceId),
  };
}

/** Where the link in the email leads: to the Cloud's page on the platform, and there to the project. */
export function landingOf({ cloud, project }: Place): string {
  const landing = platformAddress(cloud.connection, Number(cloud.serviceId));
  return project === null ? landing : `${landing}?project=${String(project.serviceId)}`;
}

/** Names of its people's tables and of the column with the place; the other columns that this code names are the same. */
export type PlaceTables = { member: Prisma.Sql; invitation: Prisma.Sql; id: Prisma.Sql };

export const CLOUD_TABLES: PlaceTables = {
  member: Prisma.sql`member`,
  invitation: Prisma.sql`invitation`,
  id: Prisma.sql`cloud_id`,
};

export const PROJECT_TABLES: PlaceTables = {
  member: Prisma.sql`project_member`,
  invitation: Prisma.sql`project_invitation`,
  id: Prisma.sql`project_id`,
};

/** The tables of one place. */
export function tablesOf({ project }: Place): PlaceTables {
  return project === null ? CLOUD_TABLES : PROJECT_TABLES;
}
