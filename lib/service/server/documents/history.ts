/**
 * The older versions of a document as operations: list them, make a version the head, take a version out, remove all (docs/service
 * "Versions of a document"). Any version identifies its series.
 */
import type { Db } from "#lib/db/client.ts";
import { addJob } from "#lib/jobs/queue.ts";
import type { DocumentRecord } from "#lib/service/contract/records.ts";
import { wireNotFound } from "../http/errors.ts";
import type { Call, Handlers } from "../http/route.ts";
import { emitModelDeleted } from "../webhooks/events.ts";
import { documentInclude, getVisibleDocument, toDocumentRecord } from "../records/document.ts";
import { deleteDocumentRows } from "./remove.ts";
import { becomeHead, findLockedHead, takeFromSeries } from "./versions.ts";

export const historyHandlers: Handlers<
  "listDocumentHistory" | "makeHeadVersion" | "leaveHistory" | "deleteHistory"
> = {
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
    return changeOlder(call, ({ id, headId }, tx) => becomeHead(id, { headId }, tx));
  },

  async leaveHistory(call) {
    return changeOlder(call, takeFromSeries);
  },

  /** Removes all versions, including the head. */
  async deleteHistory(call) {
    await call.db.$transaction(async (tx) => {
      const named = await getVisibleDocument(call, tx);
      const headId = (await findLockedHead(named, tx)) ?? named.id;
      const rows = await tx.serviceDocument.findMany({
        where: { OR: [{ id: headId }, { headId }] },
        include: documentInclude,
        orderBy: { versionRank: "asc" },
      });
      for (const row of rows) {
        if (row.model !== null) await emitModelDeleted(tx, row.project.cloudId, row.model.id);
        for (const prefix of await deleteDocumentRows(row, tx))
          await addJob(tx, "service.remove-files", { prefix });
      }
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
    const headId = await findLockedHead(named, tx);
    const where = { id: versionId, headId: headId ?? named.id };
    if ((await tx.serviceDocument.count({ where })) === 0) throw wireNotFound();
    await change({ ...where, projectId: named.projectId }, tx);
    return tx.serviceDocument.findUniqueOrThrow({ where: { id: versionId }, include: documentInclude });
  });
  return toDocumentRecord(row);
}
