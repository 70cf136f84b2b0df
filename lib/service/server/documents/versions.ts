/**
 * Versions of a document (docs/service "Versions of a document"). The newest version is the head; the others point to it. All changes of a
 * series take its project's lock first, so a series has exactly one head at any time. Removing a document removes its model's row too; a
 * job of the same transaction removes the files that are then unused.
 */
import type { Db } from "#lib/db/client.ts";
import { addJob } from "#lib/jobs/queue.ts";
import { missingObjectText } from "#lib/service/contract/errors.ts";
import { fieldErrors } from "../http/errors.ts";
import { modelPrefix } from "../ingest/keys.ts";
import { emitModelDeleted } from "../webhooks/events.ts";
import type { DocumentRow } from "../records/document.ts";

/** Gives the transaction exclusive access to the versions of this project; uploads without a predecessor do not wait. */
async function lockVersions(projectId: number, tx: Db): Promise<void> {
  await tx.$queryRaw`SELECT id FROM service_project WHERE id = ${projectId} FOR NO KEY UPDATE`;
}

/**
 * The head of the series that a new document joins, named by any of its versions.
 * @throws WireError 400 when the project has no such document (any more).
 */
export async function getReplaced(projectId: number, documentId: number, tx: Db): Promise<number> {
  await lockVersions(projectId, tx);
  const row = await tx.serviceDocument.findFirst({
    where: { id: documentId, projectId },
    select: { headId: true },
  });
  if (row === null) throw fieldErrors({ successor_of: [missingObjectText(documentId)] });
  return row.headId ?? documentId;
}

/** Makes a document the newest of a series; the former head becomes its previous version. Take the lock before. */
export async function becomeHead(documentId: number, headId: number, tx: Db): Promise<void> {
  const series = { OR: [{ id: headId }, { headId }] };
  const { _max } = await tx.serviceDocument.aggregate({ where: series, _max: { versionRank: true } });
  await tx.serviceDocument.update({
    where: { id: documentId },
    data: { headId: null, versionRank: (_max.versionRank ?? 0) + 1 },
  });
  await tx.serviceDocument.updateMany({
    where: { ...series, NOT: { id: documentId } },
    data: { headId: documentId },
  });
}

/** Call this before a document leaves its series or is deleted: if it was the head, the newest remaining version becomes the head. */
export async function takeFromSeries(
  { id, projectId }: { id: number; projectId: number },
  tx: Db,
): Promise<void> {
  await lockVersions(projectId, tx);
  const row = await tx.serviceDocument.findUnique({ where: { id }, select: { headId: true } });
  if (row === null) return;
  if (row.headId !== null) {
    await tx.serviceDocument.update({ where: { id }, data: { headId: null } });
    // The head's record now counts one version less. This write touches its row, so that kept lists with the old count become outdated.
    await tx.serviceDocument.update({ where: { id: row.headId }, data: { headId: null } });
    return;
  }
  const next = await tx.serviceDocument.findFirst({
    where: { headId: id },
    orderBy: { versionRank: "desc" },
    select: { id: true },
  });
  if (next === null) return;
  await tx.serviceDocument.updateMany({
    where: { headId: id, NOT: { id: next.id } },
    data: { headId: next.id },
  });
  await tx.serviceDocument.update({ where: { id: next.id }, data: { headId: null } });
}

/** Takes the lock and finds the head of this document's series; the document itself when it is gone. */
export async function findLockedHead(
  { id, projectId }: { id: number; projectId: number },
  tx: Db,
): Promise<number> {
  await lockVersions(projectId, tx);
  const row = await tx.serviceDocument.findUnique({ where: { id }, select: { headId: true } });
  return row?.headId ?? id;
}

/** Deletes a document with its model in the caller's transaction, tells the webhooks, and has the files removed. */
export async function deleteDocument(row: DocumentRow, tx: Db): Promise<void> {
  const { projectId, model } = row;
  const { cloudId } = row.project;
  if (model !== null) await emitModelDeleted(tx, cloudId, model.id);
  await takeFromSeries(row, tx);
  if (model !== null) {
    await tx.serviceProject.updateMany({ where: { mainModelId: model.id }, data: { mainModelId: null } });
  }
  await tx.serviceDocument.deleteMany({ where: { id: row.id } });
  await addJob(tx, "service.remove-files", { prefix: row.fileKey });
  if (model === null) return;
  await addJob(tx, "service.remove-files", { prefix: modelPrefix({ cloudId, projectId }, model.id) });
}
