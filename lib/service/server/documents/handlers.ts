/**
 * Documents of a project: upload, list, read, download, remove (docs/service "Document" and "Neighbouring operations").
 */
import { addJob } from "#lib/jobs/queue.ts";
import type { documentOperations } from "#lib/service/contract/operations/documents.ts";
import { getStorage } from "#lib/storage/instance.ts";
import type { Handlers } from "../http/route.ts";
import { getVisibleProject } from "../records/project.ts";
import { emitModelDeleted } from "../webhooks/events.ts";
import { attachmentHeader } from "./file-name.ts";
import { historyHandlers } from "./history.ts";
import {
  documentInclude,
  documentsWhere,
  getVisibleDocument,
  toDocumentRecord,
} from "../records/document.ts";
import { deleteDocumentRows } from "./remove.ts";
import { uploadDocument } from "./upload.ts";

export const documentHandlers: Handlers<keyof typeof documentOperations> = {
  ...historyHandlers,

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
      const row = await getVisibleDocument(call, tx);
      if (row.model !== null) await emitModelDeleted(tx, row.project.cloudId, row.model.id);
      for (const prefix of await deleteDocumentRows(row, tx))
        await addJob(tx, "service.remove-files", { prefix });
    });
  },
};
