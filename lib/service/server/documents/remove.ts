/**
 * Removes the rows of a document and of its model, and returns the stored files that are then unused. A job of the same transaction removes
 * the files, so neither can happen without the other.
 */
import type { Db } from "#lib/db/client.ts";
import { modelPrefix } from "../ingest/keys.ts";
import type { DocumentRow } from "../records/document.ts";
import { takeFromSeries } from "./versions.ts";

/** Deletes within the caller's transaction; returns the folders and files to remove. */
export async function deleteDocumentRows(row: DocumentRow, db: Db): Promise<string[]> {
  const modelId = row.model?.id;
  await takeFromSeries(row, db);
  if (modelId !== undefined) {
    await db.serviceProject.updateMany({ where: { mainModelId: modelId }, data: { mainModelId: null } });
  }
  await db.serviceDocument.deleteMany({ where: { id: row.id } });
  const ids = { cloudId: row.project.cloudId, projectId: row.projectId };
  return [row.fileKey, ...(modelId === undefined ? [] : [modelPrefix(ids, modelId)])];
}
