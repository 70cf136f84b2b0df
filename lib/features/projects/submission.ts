/** What the journal records of a project before its creation: the same for a typed one and for a list's row. Pure. */
import type { CloudModel, ConnectionModel } from "#lib/db/client.ts";
import { subjectName } from "#lib/features/operations/rules/policy.ts";
import type { Submission } from "#lib/features/operations/rules/schema.ts";
import { addressOf } from "#lib/service/contract/addresses.ts";
import type { ProjectFields } from "./schema.ts";

/** Leaves empty fields out of the body, so that the service's defaults apply. */
export function projectSubmission(
  cloud: CloudModel & { connection: ConnectionModel },
  key: string,
  project: ProjectFields,
): Submission {
  const cloudServiceId = Number(cloud.serviceId);
  return {
    key,
    kind: "CREATE_PROJECT",
    connection: cloud.connection,
    path: addressOf("createProject", { cloudId: cloudServiceId }),
    body: {
      name: project.name,
      status: project.status,
      ...(project.description === "" ? {} : { description: project.description }),
      ...(project.parentId === null ? {} : { parent_id: project.parentId }),
      ...(project.mainModelId === null ? {} : { main_model_id: project.mainModelId }),
      ...(project.logo === "" ? {} : { logo: project.logo }),
    },
    subject: projectSubject(cloudServiceId, project),
    title: project.name,
    context: { cloudId: cloud.id, cloudServiceId },
  };
}

/** The same name under another parent is another project. */
function projectSubject(cloudServiceId: number, { name, parentId }: ProjectFields): string {
  const under = parentId === null ? "" : `/${String(parentId)}`;
  return `project:${String(cloudServiceId)}${under}:${subjectName(name)}`;
}
