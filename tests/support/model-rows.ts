/** Rows and files of the service as an upload leaves them, for tests that start after the upload. */
import { readFile } from "node:fs/promises";
import type { PrismaClient } from "#lib/db/client.ts";
import { newDocumentKey } from "#lib/service/server/ingest/keys.ts";
import { addIngestJob } from "#lib/service/server/ingest/queue-model.ts";
import type { Storage } from "#lib/storage/storage.ts";

export type UploadedModel = {
  cloudId: number;
  projectId: number;
  documentId: number;
  modelId: number;
  fileKey: string;
};

/** A cloud, a project, and a stored fixture that waits for its job. */
export async function makeUploadedModel(
  db: PrismaClient,
  storage: Storage,
  fixture = "air-terminal-propertykinds-ifc4",
): Promise<UploadedModel> {
  const cloud = await db.serviceCloud.create({ data: { name: "Quay" } });
  const project = await db.serviceProject.create({ data: { name: "Block A", cloudId: cloud.id } });
  const ids = { cloudId: cloud.id, projectId: project.id };
  const fileKey = newDocumentKey(ids);
  const bytes = await readFile(`tests/fixtures/ifc/${fixture}.ifc`);
  const stored = await storage.putStream(
    fileKey,
    (async function* () {
      yield await Promise.resolve(bytes);
    })(),
    { sizeMax: bytes.length },
  );
  const model = await db.$transaction(async (tx) => {
    const document = await tx.serviceDocument.create({
      data: {
        projectId: project.id,
        name: fixture,
        fileName: `${fixture}.ifc`,
        fileKey,
        fileType: "ifc",
        size: BigInt(stored.size),
        sha256: stored.sha256,
      },
    });
    const created = await tx.serviceModel.create({
      data: { projectId: project.id, documentId: document.id },
    });
    await addIngestJob({ modelId: created.id, cloudId: cloud.id }, tx);
    return created;
  });
  return { ...ids, documentId: model.documentId ?? 0, modelId: model.id, fileKey };
}
