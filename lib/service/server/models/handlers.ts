/**
 * Models of a project (docs/service "List models", "Model" and "Neighbouring operations"). The router also answers all paths under /model.
 */
import { Prisma } from "#lib/db/client.ts";
import type { modelOperations } from "#lib/service/contract/operations/models.ts";
import { documentsWhere } from "../records/document.ts";
import { deleteDocument } from "../documents/versions.ts";
import { answerJsonText } from "../http/answers.ts";
import type { Handlers } from "../http/route.ts";
import { cancelReading } from "../ingest/run.ts";
import { addIngestJob } from "../ingest/queue-model.ts";
import { emitModelDeleted, emitModelStatus } from "../webhooks/events.ts";
import { listModelsJson } from "./list.ts";
import { getVisibleModel, modelInclude, toModelRecord } from "../records/model.ts";

export const modelHandlers: Handlers<keyof typeof modelOperations> = {
  async listModels(call) {
    return answerJsonText(200, await listModelsJson(call));
  },

  async getModel(call) {
    return toModelRecord(await getVisibleModel(call));
  },

  async updateModel(call) {
    await getVisibleModel(call);
    const body = await call.readBody();
    const row = await call.db.serviceModel.update({
      where: { id: call.params.modelId, ...documentsWhere(call) },
      data: body.finish(),
      include: modelInclude,
    });
    return toModelRecord(row);
  },

  /** Deleting a model deletes its document (docs/service "Models"); a run that is reading it finds its row gone and drops its work. */
  async deleteModel(call) {
    const { cloudId, modelId } = call.params;
    await call.db.$transaction(async (tx) => {
      const { document } = await getVisibleModel(call, tx);
      if (document !== null) {
        await deleteDocument(document, tx);
        return;
      }
      await emitModelDeleted(tx, cloudId, modelId);
      await tx.serviceModel.deleteMany({ where: { id: modelId } });
    });
  },

  /** Reads the stored file again, unless the model is already waiting or being read. */
  async reprocessModel(call) {
    const { cloudId, modelId } = call.params;
    await getVisibleModel(call);
    await call.db.$transaction(async (tx) => {
      const { count } = await tx.serviceModel.updateMany({
        where: { id: modelId, ...documentsWhere(call), status: { in: ["C", "E", "X"] } },
        data: { status: "P", errors: [], warnings: [], progress: Prisma.DbNull, cancelledAt: null },
      });
      if (count === 0) return;
      await emitModelStatus(tx, modelId);
      await addIngestJob({ modelId, cloudId }, tx);
    });
  },

  /** An addition of this service; a model that has ended already is unchanged. */
  async cancelModel(call) {
    await call.db.$transaction(async (tx) => {
      const { id } = await getVisibleModel(call, tx);
      await cancelReading(id, tx);
    });
  },
};
