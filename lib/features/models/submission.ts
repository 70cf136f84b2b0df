/**
 * What is written down of a file before it is sent: the same for one from a browser and for one of a plan. Pure.
 */
import type { CloudModel, ConnectionModel, ProjectModel } from "#lib/db/client.ts";
import { subjectName } from "#lib/features/operations/policy.ts";
import type { Submission } from "#lib/features/operations/schema.ts";
import { documentsPath } from "#lib/service/contract/paths.ts";

export type UploadProject = ProjectModel & { cloud: CloudModel & { connection: ConnectionModel } };

/** `sizeBytes`: null where it is not known beforehand. */
export function uploadSubmission(
  project: UploadProject,
  key: string,
  file: { fileName: string; sizeBytes: number | null },
): Submission {
  const { cloud, id: projectId } = project;
  const { fileName, sizeBytes } = file;
  const cloudServiceId = Number(cloud.serviceId);
  const projectServiceId = Number(project.serviceId);
  return {
    key,
    kind: "UPLOAD",
    connection: cloud.connection,
    path: documentsPath(cloudServiceId, projectServiceId),
    body: { name: fileName, file_name: fileName, size: sizeBytes },
    subject: `upload:${String(projectServiceId)}:${subjectName(fileName)}`,
    title: fileName,
    context: { cloudId: cloud.id, cloudServiceId, projectId, projectServiceId, fileName, sizeBytes },
  };
}
