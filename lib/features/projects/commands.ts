/**
 * Creates projects (interface.md endpoint 3) through the operation journal: sent once, settled by a person when uncertain.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { validation } from "#lib/core/errors.ts";
import { parseInput } from "#lib/core/parse.ts";
import { getDb } from "#lib/db/client.ts";
import { getCloudModel } from "#lib/features/clouds/queries.ts";
import { runOperation } from "#lib/features/operations/commands.ts";
import { submitOperation } from "#lib/features/operations/journal.ts";
import { needsNewKey, subjectName } from "#lib/features/operations/policy.ts";
import { projectsPath } from "#lib/service/contract/paths.ts";
import { createProjectSchema, type CreateProject, type ProjectResult } from "./schema.ts";

/**
 * Creates a project in a cloud. What is empty is left out of the body, so that a service's own defaults apply.
 * @throws AppError VALIDATION, CONFLICT when the same is open, NOT_FOUND for the cloud, FORBIDDEN.
 */
export async function createProject(actor: Actor, input: CreateProject): Promise<ProjectResult> {
  requirePermission(actor, "project:create");
  const project = parseInput(createProjectSchema, input);
  const cloud = await getCloudModel(project.cloudId);
  if (project.parentId !== null) await requireParent(cloud.id, project.parentId);
  const cloudServiceId = Number(cloud.serviceId);
  const submitted = await submitOperation(actor, {
    key: project.key,
    kind: "CREATE_PROJECT",
    connection: cloud.connection,
    path: projectsPath(cloudServiceId),
    body: {
      name: project.name,
      status: project.status,
      ...(project.description === "" ? {} : { description: project.description }),
      ...(project.parentId === null ? {} : { parent_id: project.parentId }),
      ...(project.mainModelId === null ? {} : { main_model_id: project.mainModelId }),
      ...(project.logo === "" ? {} : { logo: project.logo }),
    },
    subject: `project:${String(cloudServiceId)}:${subjectName(project.name)}`,
    title: project.name,
    context: { cloudId: cloud.id, cloudServiceId },
  });
  const operation = await runOperation(submitted.id);
  return {
    operation,
    projectId: operation.result?.registryId ?? null,
    needsNewKey: needsNewKey(operation),
  };
}

/** @throws AppError VALIDATION when it is not a project of the cloud. */
export async function requireParent(cloudId: string, serviceId: number): Promise<void> {
  const row = await getDb().project.findUnique({
    where: { cloudId_serviceId: { cloudId, serviceId: BigInt(serviceId) } },
    select: { missingSince: true },
  });
  if (row !== null && row.missingSince === null) return;
  throw validation({ parentId: ["Choose a project of this cloud."] });
}
