/**
 * Creates projects (docs/service "Create a project") through the operation journal: sent once; a person settles uncertain outcomes. Archives
 * and restores them, in this portal only.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { validation, parseInput } from "#lib/core/errors.ts";
import { t } from "#lib/core/texts.ts";
import { getDb, type Db } from "#lib/db/client.ts";
import { setArchived } from "#lib/features/clouds/archive.ts";
import { getCloudModel } from "#lib/features/clouds/queries.ts";
import { runOperation } from "#lib/features/operations/commands.ts";
import { submitOperation } from "#lib/features/operations/submitting.ts";
import { requireNewNameThere } from "./equal-names.ts";
import { createProjectSchema, type CreateProject } from "./schema.ts";
import { projectSubmission } from "./operation.ts";
import { getProjectModel } from "./queries.ts";

/**
 * Creates a project in a Cloud.
 * @throws AppError VALIDATION, also when its name is taken at its place and `again` does not confirm it; CONFLICT when the same creation is
 * open; NOT_FOUND for the Cloud; FORBIDDEN.
 */
export async function createProject(actor: Actor, input: CreateProject) {
  requirePermission(actor, "project:create");
  const { again, ...project } = parseInput(createProjectSchema, input);
  const cloud = await getCloudModel(project.cloudId);
  if (project.parentId !== null) await requireParent(cloud.id, project.parentId);
  const submission = projectSubmission(cloud, project.key, project);
  const submitted = await submitOperation(actor, submission, (tx) => requireNewNameThere(tx, project, again));
  const operation = await runOperation(submitted.id);
  return { operation, projectId: operation.result?.registryId ?? null };
}

/**
 * Archives a project but not its children, or restores it; no further effect when it is so already.
 * @throws AppError NOT_FOUND, FORBIDDEN
 */
export async function archiveProject(actor: Actor, id: string, isArchived = true): Promise<void> {
  requirePermission(actor, "registry:change");
  const { name, cloudId } = await getProjectModel(id);
  const table = (tx: Db) => tx.project;
  await setArchived(actor, { kind: "project", id, table, facts: { name, cloudId } }, isArchived);
}

/** @throws AppError VALIDATION when it is not a project of the Cloud. */
export async function requireParent(cloudId: string, serviceId: number): Promise<void> {
  const row = await getDb().project.findUnique({
    where: { cloudId_serviceId: { cloudId, serviceId: BigInt(serviceId) } },
    select: { missingSince: true },
  });
  if (row !== null && row.missingSince === null) return;
  throw validation({ parentId: [t("Choose a project of this cloud.")] });
}
