/**
 * The older versions of a document as operations: list them, make one the head, take one out, remove all (wire-facts.md "Versions of a
 * document"). Every version of a series stands for it.
 */
import type { Db } from "#lib/db/client.ts";
import { addJob } from "#lib/jobs/queue.ts";
import { answerJson, answerNothing } from "../http/answers.ts";
import { wireNotFound } from "../http/errors.ts";
import { idParam } from "../http/route.ts";
import type { Route, RouteContext } from "../http/route.ts";
import { emitModelDeleted } from "../webhooks/events.ts";
import { documentInclude, getVisibleDocument, toDocumentRecord } from "./record.ts";
import type { DocumentRow } from "./record.ts";
import { deleteDocumentRows } from "./remove.ts";
import { becomeHead, findLockedHead, takeFromSeries } from "./versions.ts";

async function listHistory(context: RouteContext): Promise<Response> {
  const { id, headId } = await getVisibleDocument(context);
  const rows = await context.db.serviceDocument.findMany({
    where: { headId: headId ?? id },
    include: documentInclude,
    orderBy: { versionRank: "desc" },
  });
  return answerJson(200, rows.map(toDocumentRecord));
}

/** @throws WireError 404 when the named version is not an older one of this document. */
async function changeOlder(
  context: RouteContext,
  change: (version: { id: number; projectId: number; headId: number }, tx: Db) => Promise<void>,
): Promise<Response> {
  const versionId = idParam(context, "versionId");
  const row = await context.db.$transaction(async (tx: Db): Promise<DocumentRow> => {
    const named = await getVisibleDocument(context, tx);
    const headId = await findLockedHead(named, tx);
    const where = { id: versionId, headId: headId ?? named.id };
    if ((await tx.serviceDocument.count({ where })) === 0) throw wireNotFound();
    await change({ ...where, projectId: named.projectId }, tx);
    return tx.serviceDocument.findUniqueOrThrow({ where: { id: versionId }, include: documentInclude });
  });
  return answerJson(200, toDocumentRecord(row));
}

function makeHead(context: RouteContext): Promise<Response> {
  return changeOlder(context, ({ id, headId }, tx) => becomeHead(id, { headId }, tx));
}

function leaveHistory(context: RouteContext): Promise<Response> {
  return changeOlder(context, takeFromSeries);
}

/** All versions go, the head among them. */
async function deleteHistory(context: RouteContext): Promise<Response> {
  await context.db.$transaction(async (tx: Db) => {
    const named = await getVisibleDocument(context, tx);
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
  return answerNothing();
}

const HISTORY = "/cloud/:cloudId/project/:projectId/document/:documentId/history";
const ONE = `${HISTORY}/:versionId`;
const WRITE = ["document:write", "ifc:write", "model:write"] as const;
const READ = ["document:read", "document:write", "ifc:read", "model:read"] as const;

export const historyRoutes: readonly Route[] = [
  { method: "GET", path: HISTORY, scopes: READ, handler: listHistory },
  { method: "POST", path: `${ONE}/head-version`, scopes: WRITE, handler: makeHead },
  { method: "POST", path: `${ONE}/leave`, scopes: WRITE, handler: leaveHistory },
  { method: "DELETE", path: `${HISTORY}/delete`, scopes: WRITE, handler: deleteHistory },
];
