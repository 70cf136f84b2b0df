/** How the journal uploads a file: what it records of it; the file is not stored, so only whoever has it can send it. */
import { msg, say } from "#lib/core/texts.ts";
import type { Db, OperationModel } from "#lib/db/client.ts";
import { judgeList, type Named } from "#lib/features/operations/evidence/candidates.ts";
import { isThere, type KindRules, type Place } from "#lib/features/operations/rules/kinds.ts";
import { subjectName } from "#lib/features/operations/rules/policy.ts";
import {
  cloudNumberOf,
  projectNumberOf,
  type OperationContext,
  type OperationResult,
  type Submission,
} from "#lib/features/operations/rules/schema.ts";
import type { ProjectWithCloud } from "#lib/features/projects/queries.ts";
import { addVersion } from "#lib/features/versions/registry.ts";
import { addressOf } from "#lib/service/contract/addresses.ts";

export type Replaced = NonNullable<OperationContext["replaces"]>;

/** The subject of a file that replaces no model. @param projectServiceId the project at its service */
export function uploadSubject(projectServiceId: number, fileName: string): string {
  return `upload:${String(projectServiceId)}:${subjectName(fileName)}`;
}

/**
 * What the journal records of a file before it is sent: the same for a file from a browser and for one of a plan. `sizeBytes`: null where not known beforehand. A next version is identified by its place in the series, not by its file name, so that two
 * people cannot upload the same next version at once.
 */
export function uploadSubmission(
  project: ProjectWithCloud,
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
        ? uploadSubject(projectServiceId, fileName)
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

export const modelUpload: KindRules = {
  words: {
    command: msg("Upload “{title}”"),
    subject: (title) => say("the upload of “{title}”", { title }),
    missing: (title) =>
      say(
        "The upload of “{title}” was settled as missing, discarded or closed. Try again, or continue without it.",
        { title },
      ),
  },
  auditAction: "model.upload",
  send: null,
  apply: async (tx, operation, context, { state, result }) => {
    if (isThere(state)) await addUploaded(tx, operation, context, result);
    return null;
  },
  evidence: {
    look: async (search) => {
      const list = { isAnswered: true, value: await listUploaded(search) } as const;
      return judgeList(search, list, [], search.context.fileName);
    },
    staysListed: true,
    // The number of its document stays unknown.
    listedAs: "modelId",
    needsNumber: true,
    confirmation: null,
  },
  mayRepeatInDoubt: false,
};

/** A model uploaded as the next version of another one; if its number is unknown, its service may report it later. */
async function addUploaded(
  tx: Db,
  operation: OperationModel,
  { projectId, replaces, fileName }: OperationContext,
  result: OperationResult | null,
): Promise<void> {
  const modelId = result?.modelId ?? null;
  if (projectId === undefined || replaces === undefined || modelId === null) return;
  const { addedAt } = replaces;
  await addVersion(tx, {
    projectId,
    replaced: { ...replaces, addedAt: addedAt === null ? null : new Date(addedAt) },
    version: {
      modelId,
      documentId: result?.serviceId ?? null,
      fileName: fileName ?? operation.title,
      addedAt: operation.createdAt,
    },
    addedByName: operation.actorName,
  });
}

/** Series examined for one upload: those of the models added last. */
const HISTORIES_MAX = 20;

/** Every model by its file name, including those replaced by newer versions since. */
async function listUploaded({ client, context }: Place): Promise<Named[]> {
  const cloudId = cloudNumberOf(context);
  const projectId = projectNumberOf(context);
  const models = await client.listModels(cloudId, projectId);
  const heads = models
    .filter(({ kept }) => kept !== null && kept.older > 0)
    .toSorted((one, other) => other.id - one.id)
    .slice(0, HISTORIES_MAX);
  const named = models.map(({ id, name, fileName, createdAt }) => ({
    id,
    name: fileName ?? name,
    createdAt,
  }));
  for (const { documentId } of heads) {
    if (documentId === null) continue;
    for (const { modelId, name, fileName, createdAt } of await client.listDocumentHistory(
      cloudId,
      projectId,
      documentId,
    ))
      if (modelId !== null) named.push({ id: modelId, name: fileName ?? name, createdAt });
  }
  return named;
}
