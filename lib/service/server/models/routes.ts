/**
 * Models of a project (interface.md endpoint 4; wire-facts.md "Model" and "Neighbouring operations"). The router answers every
 * path under /model as well.
 */
import { Prisma } from "#lib/db/client.ts";
import type { Db } from "#lib/db/client.ts";
import { isMissingRow } from "#lib/db/errors.ts";
import { addJob } from "#lib/jobs/queue.ts";
import { documentsWhere } from "../documents/record.ts";
import { deleteDocumentRows } from "../documents/remove.ts";
import { answerJson, answerJsonText, answerNothing } from "../http/answers.ts";
import { readBody } from "../http/body.ts";
import { wireNotFound } from "../http/errors.ts";
import { idParam } from "../http/route.ts";
import type { Route, RouteContext } from "../http/route.ts";
import { cancelReading } from "../ingest/cancel.ts";
import { addIngestJob } from "../ingest/queue-model.ts";
import { emitModelDeleted, emitModelStatus } from "../webhooks/events.ts";
import { parseModelChange } from "./input.ts";
import { listModelsJson } from "./list.ts";
import { getVisibleModel, modelInclude, toModelRecord } from "./record.ts";

async function listModels(context: RouteContext): Promise<Response> {
  return answerJsonText(200, await listModelsJson(context));
}

async function getModel(context: RouteContext): Promise<Response> {
  return answerJson(200, toModelRecord(await getVisibleModel(context)));
}

async function changeModel(context: RouteContext): Promise<Response> {
  await getVisibleModel(context);
  const change = parseModelChange(await readBody(context.request));
  try {
    const row = await context.db.serviceModel.update({
      where: { id: idParam(context, "modelId"), ...documentsWhere(context) },
      data: change,
      include: modelInclude,
    });
    return answerJson(200, toModelRecord(row));
  } catch (thrown) {
    if (isMissingRow(thrown)) throw wireNotFound();
    throw thrown;
  }
}

/** Deleting a model deletes its document (wire-facts.md); a run that is reading it finds its row gone and drops its work. */
async function deleteModel(context: RouteContext): Promise<Response> {
  await context.db.$transaction(async (tx: Db) => {
    const { document } = await getVisibleModel(context, tx);
    await emitModelDeleted(tx, idParam(context, "cloudId"), idParam(context, "modelId"));
    if (document === null) {
      await tx.serviceModel.deleteMany({ where: { id: idParam(context, "modelId") } });
      return;
    }
    for (const prefix of await deleteDocumentRows(document, tx))
      await addJob(tx, "service.remove-files", { prefix });
  });
  return answerNothing();
}

/** Reads the stored file again; a model that waits or is being read already is left to that. */
async function reprocessModel(context: RouteContext): Promise<Response> {
  const modelId = idParam(context, "modelId");
  await getVisibleModel(context);
  await context.db.$transaction(async (tx: Db) => {
    const { count } = await tx.serviceModel.updateMany({
      where: { id: modelId, ...documentsWhere(context), status: { in: ["C", "E", "X"] } },
      data: { status: "P", errors: [], warnings: [], progress: Prisma.DbNull, cancelledAt: null },
    });
    if (count === 0) return;
    await emitModelStatus(tx, modelId);
    await addIngestJob({ modelId, cloudId: idParam(context, "cloudId") }, tx);
  });
  return answerNothing();
}

/** An addition of this service; a model that has ended already is left as it is. */
async function cancelModel(context: RouteContext): Promise<Response> {
  await context.db.$transaction(async (tx: Db) => {
    const { id } = await getVisibleModel(context, tx);
    await cancelReading(id, tx);
  });
  return answerNothing();
}

const COLLECTION = "/cloud/:cloudId/project/:projectId/ifc";
const ONE = `${COLLECTION}/:modelId`;
const READ = ["ifc:read", "model:read"] as const;
const WRITE = ["ifc:write", "model:write"] as const;

export const modelRoutes: readonly Route[] = [
  { method: "GET", path: COLLECTION, scopes: READ, handler: listModels },
  { method: "GET", path: ONE, scopes: READ, handler: getModel },
  { method: "PATCH", path: ONE, scopes: WRITE, handler: changeModel },
  { method: "DELETE", path: ONE, scopes: WRITE, handler: deleteModel },
  { method: "POST", path: `${ONE}/reprocess`, scopes: WRITE, handler: reprocessModel },
  { method: "POST", path: `${ONE}/cancel`, scopes: WRITE, handler: cancelModel },
];
