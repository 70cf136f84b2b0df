/** What the journal records of a file before it is sent: the same for a file from a browser and for one of a plan. Pure. */
import type { CloudModel, ConnectionModel, ProjectModel } from "#lib/db/client.ts";
import { subjectName } from "#lib/features/operations/rules/policy.ts";
import type { OperationContext, Submission } from "#lib/features/operations/rules/schema.ts";
import { addressOf } from "#lib/service/contract/addresses.ts";

export type UploadProject = ProjectModel & { cloud: CloudModel & { connection: ConnectionModel } };

export type Replaced = NonNullable<OperationContext["replaces"]>;

/**
 * `sizeBytes`: null where not known beforehand. A next version is identified by its place in the series, not by its file name, so that two
 * people cannot upload the same next version at once.
 */
export function uploadSubmission(
  project: UploadProject,
  key: string,
  file: { fileName: string; sizeBytes: number | null },
  replaces: Replaced | null = null,
): Submission {
  const { cloud, id: projectId } = project;
  const { fileName, sizeBytes } = file;
  const cloudServiceId = Number(cloud.serviceId);
  const projectServiceId = Number(project.serviceId);
  return {
    key,
    kind: "UPLOAD",
    connection: cloud.connection,
    path: addressOf("uploadDocument", { cloudId: cloudServiceId, projectId: projectServiceId }),
    body: {
      name: fileName,
      file_name: fileName,
      size: sizeBytes,
      ...(replaces === null ? {} : { replaces: replaces.modelId, successor_of: replaces.documentId }),
    },
    subject:
      replaces === null
        ? `upload:${String(projectServiceId)}:${subjectName(fileName)}`
        : `version:${String(projectServiceId)}:${String(replaces.modelId)}`,
    title: fileName,
    context: {
      cloudId: cloud.id,
      cloudServiceId,
      projectId,
      projectServiceId,
      fileName,
      sizeBytes,
      ...(replaces === null ? {} : { replaces }),
    },
  };
}
