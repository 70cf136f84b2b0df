/**
 * Uploads models: the file streams from the browser to the service without being stored, as an operation of the journal. If a transfer
 * stops before its end, the service cannot have taken the file.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { parseInput } from "#lib/core/errors.ts";
import { getDb } from "#lib/db/client.ts";
import { rememberCapability } from "#lib/features/connections/capabilities.ts";
import { runOperation } from "#lib/features/operations/commands.ts";
import { submitOperation } from "#lib/features/operations/submitting.ts";
import { getProjectModel } from "#lib/features/projects/queries.ts";
import { findSameContent, noteContent } from "./uploads/same-content.ts";
import { uploadSchema, type SameUpload, type UploadModel } from "./schema.ts";
import { uploadSubmission } from "./operation.ts";
import { findReplaced, requireLast } from "./succession.ts";

/**
 * Streams one .ifc or .ifczip file into a project, as a separate model or as the next version of another one.
 * @throws AppError VALIDATION, CONFLICT when a file of this name, or the same next version, is being uploaded or exists, NOT_FOUND,
 * FORBIDDEN.
 */
export async function uploadModel(actor: Actor, input: UploadModel) {
  requirePermission(actor, "model:upload");
  const { content, signal, ...fields } = input;
  const { key, projectId, fileName, sizeBytes, replaces: replacedId } = parseInput(uploadSchema, fields);
  const project = await getProjectModel(projectId);
  const { cloud } = project;
  const cloudServiceId = Number(cloud.serviceId);
  const projectServiceId = Number(project.serviceId);
  const replaces = replacedId === null ? null : await findReplaced(actor, projectId, replacedId);
  const submission = uploadSubmission(project, key, { fileName, sizeBytes }, replaces);
  const submitted = await submitOperation(actor, submission, async (tx) => {
    if (replaces !== null) await requireLast(tx, project, replaces.modelId);
  });
  const answered = new Set<number | null>();
  const operation = await runOperation(submitted.id, async (client) => {
    const successorOf = replaces?.documentId ?? null;
    const noted = noteContent(content, { operationId: submitted.id, projectId });
    const file = { name: fileName, fileName, content: noted, sizeBytes, successorOf };
    const outcome = await client.uploadDocument(cloudServiceId, projectServiceId, file, signal);
    answered.add(outcome.evidence.status);
    return outcome;
  });
  if (operation.state === "DONE") await rememberCapability(cloud.connectionId, "uploadDocument", true);
  if (answered.has(405) || answered.has(501)) {
    await rememberCapability(cloud.connectionId, "uploadDocument", false);
  }
  return {
    operation,
    modelId: operation.result?.modelId ?? null,
    /** Other uploads of the same bytes in the project. */
    same: operation.state === "DONE" ? await listSame(actor, projectId, operation.id) : [],
  };
}

/** Checked after the file has arrived: others may have sent the same bytes meanwhile. */
async function listSame(actor: Actor, projectId: string, operationId: string): Promise<SameUpload[]> {
  const content = await getDb().uploadContent.findUnique({ where: { operationId } });
  if (content === null) return [];
  const { bytes, sha256 } = content;
  return (await findSameContent(actor, projectId, { bytes: Number(bytes), sha256 }, operationId)).same;
}
