/**
 * The events of documents and models, with their records in the wire's form. Call these inside the transaction of the change; they read a
 * record only if a webhook wants the event.
 */
import type { Db } from "#lib/db/client.ts";
import { documentInclude, toDocumentRecord } from "../records/document.ts";
import { modelInclude, toModelRecord, type ModelRow } from "../records/model.ts";
import { projectInclude, toProjectRecord } from "../records/project.ts";
import { emitEvent, isListenedTo } from "./emit.ts";

async function getModel(db: Db, modelId: number): Promise<ModelRow> {
  return db.serviceModel.findUniqueOrThrow({ where: { id: modelId }, include: modelInclude });
}

/** A model was created. */
export async function emitModelCreated(db: Db, cloudId: number, modelId: number): Promise<void> {
  await emitEvent(db, cloudId, "model.creation", async () => toModelRecord(await getModel(db, modelId)));
}

/** The status of a model has changed; no event for a model that is gone meanwhile. */
export async function emitModelStatus(db: Db, modelId: number): Promise<void> {
  const place = await db.serviceModel.findUnique({
    where: { id: modelId },
    select: { project: { select: { cloudId: true } } },
  });
  if (place === null) return;
  await emitEvent(db, place.project.cloudId, "ifc.process_update", async () =>
    toModelRecord(await getModel(db, modelId)),
  );
}

/** Call it before the row is deleted: the event contains the model's last record, with status D. */
export async function emitModelDeleted(db: Db, cloudId: number, modelId: number): Promise<void> {
  await emitEvent(db, cloudId, "model.deletion", async () => ({
    ...toModelRecord({ ...(await getModel(db, modelId)), progress: null }),
    status: "D",
  }));
}

/** The same for all models of a project that is about to be deleted. */
export async function emitModelsDeleted(db: Db, cloudId: number, projectId: number): Promise<void> {
  if (!(await isListenedTo(db, cloudId, "model.deletion"))) return;
  const models = await db.serviceModel.findMany({
    where: { projectId },
    select: { id: true },
    orderBy: { id: "asc" },
  });
  for (const { id } of models) await emitModelDeleted(db, cloudId, id);
}

/** A document was stored. */
export async function emitDocumentCreated(db: Db, cloudId: number, documentId: number): Promise<void> {
  await emitEvent(db, cloudId, "document.creation", async () => {
    const { projectId, ...row } = await db.serviceDocument.findUniqueOrThrow({
      where: { id: documentId },
      include: documentInclude,
    });
    const project = await db.serviceProject.findUniqueOrThrow({
      where: { id: projectId },
      include: projectInclude,
    });
    return { document: toDocumentRecord({ ...row, projectId }), project: toProjectRecord(project) };
  });
}
