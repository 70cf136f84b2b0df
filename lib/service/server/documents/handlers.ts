/**
 * Documents of a project: upload, list, read, download, remove (docs/service "Document" and "Neighbouring operations"), and their older
 * versions: list them, make one the head, take one out, remove all ("Versions of a document"; any version identifies its series).
 */
import { attachmentHeader } from "#lib/core/network/attachment-header.ts";
import type { documentOperations } from "#lib/service/contract/operations/documents.ts";
import { getStorage } from "#lib/storage/instance.ts";
import type { Handlers, Call } from "../http/route.ts";
import { getVisibleProject } from "../records/project.ts";
import {
  documentInclude,
  documentsWhere,
  getVisibleDocument,
  toDocumentRecord,
} from "../records/document.ts";
import { deleteDocument, becomeHead, findLockedHead, takeFromSeries } from "./versions.ts";
import { uploadDocument } from "./upload.ts";
import type { Db } from "#lib/db/client.ts";
import type { DocumentRecord } from "#lib/service/contract/records.ts";
import { wireNotFound } from "../http/errors.ts";

export const documentHandlers: Handlers<keyof typeof documentOperations> = {
  async uploadDocument(call) {
    return toDocumentRecord(await uploadDocument(call));
  },

  async listDocuments(call) {
    await getVisibleProject(call);
    const rows = await call.db.serviceDocument.findMany({
      where: { ...documentsWhere(call), headId: null },
      include: documentInclude,
      orderBy: { id: "asc" },
    });
    return rows.map(toDocumentRecord);
  },

  async getDocument(call) {
    return toDocumentRecord(await getVisibleDocument(call));
  },

  /** The file as it was sent, for saving; the sent media type is not trusted. */
  async downloadDocument(call) {
    const row = await getVisibleDocument(call);
    const { size, stream } = await getStorage().openRead(row.fileKey);
    return new Response(stream, {
      status: 200,
      headers: {
        "Content-Type": "application/octet-stream",
        "Content-Length": String(size),
        "Content-Disposition": attachmentHeader(row.fileName),
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "no-store",
      },
    });
  },

  /** Its newest older version, if any, becomes the head. */
  async deleteDocument(call) {
    await call.db.$transaction(async (tx) => {
      await deleteDocument(await getVisibleDocument(call, tx), tx);
    });
  },

  async listDocumentHistory(call) {
    const { id, headId } = await getVisibleDocument(call);
    const rows = await call.db.serviceDocument.findMany({
      where: { headId: headId ?? id },
      include: documentInclude,
      orderBy: { versionRank: "desc" },
    });
    return rows.map(toDocumentRecord);
  },

  async makeHeadVersion(call) {
    return changeOlder(call, ({ id, headId }, tx) => becomeHead(id, headId, tx));
  },

  async leaveHistory(call) {
    return changeOlder(call, takeFromSeries);
  },

  /** Removes all versions, including the head. */
  async deleteHistory(call) {
    await call.db.$transaction(async (tx) => {
      const named = await getVisibleDocument(call, tx);
      const headId = await findLockedHead(named, tx);
      const rows = await tx.serviceDocument.findMany({
        where: { OR: [{ id: headId }, { headId }] },
        include: documentInclude,
        orderBy: { versionRank: "asc" },
      });
      for (const row of rows) await deleteDocument(row, tx);
    });
  },
};

/** @throws WireError 404 when the named version is not an older version of this document. */
async function changeOlder(
  call: Call<"makeHeadVersion" | "leaveHistory">,
  change: (version: { id: number; projectId: number; headId: number }, tx: Db) => Promise<void>,
): Promise<DocumentRecord> {
  const { versionId } = call.params;
  const row = await call.db.$transaction(async (tx) => {
    const named = await getVisibleDocument(call, tx);
    const where = { id: versionId, headId: await findLockedHead(named, tx) };
    if ((await tx.serviceDocument.count({ where })) === 0) throw wireNotFound();
    await change({ ...where, projectId: named.projectId }, tx);
    return tx.serviceDocument.findUniqueOrThrow({ where: { id: versionId }, include: documentInclude });
  });
  return toDocumentRecord(row);
}
