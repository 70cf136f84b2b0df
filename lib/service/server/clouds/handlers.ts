/**
 * Clouds (docs/service "Create a Cloud", "Cloud" and "Neighbouring operations"). A Cloud belongs to the application that created it; for
 * the caller, another application's Cloud does not exist.
 */
import { addJob } from "#lib/jobs/queue.ts";
import type { cloudOperations } from "#lib/service/contract/operations/clouds.ts";
import { requireCloudQuota } from "../applications/quotas.ts";
import { answerJsonText } from "../http/answers.ts";
import { orNotFound, wireNotFound } from "../http/errors.ts";
import { judgeImage } from "../http/body/image.ts";
import type { Handlers } from "../http/route.ts";
import { cloudPrefix } from "../ingest/keys.ts";
import {
  cloudInclude,
  getVisibleCloud,
  listCloudRecords,
  toCloudRecord,
  visibleTo,
} from "../records/cloud.ts";

export const cloudHandlers: Handlers<keyof typeof cloudOperations> = {
  async createCloud({ readBody, application, db }) {
    const { values, finish } = await readBody();
    const image = judgeImage(values.image);
    const { name } = finish({ image: image.sentences });
    const row = await db.$transaction(async (tx) => {
      await requireCloudQuota(application.id, tx);
      return tx.serviceCloud.create({
        data: {
          name,
          image: image.url ?? null,
          creatorAppId: application.id,
          applications: { create: { applicationId: application.id } },
        },
        include: cloudInclude,
      });
    });
    return toCloudRecord(row);
  },

  async listClouds({ application, db }) {
    return answerJsonText(200, await listCloudRecords(application.id, db));
  },

  async getCloud({ params: { cloudId: id }, application, db }) {
    const where = { id, ...visibleTo(application.id) };
    return toCloudRecord(orNotFound(await db.serviceCloud.findFirst({ where, include: cloudInclude })));
  },

  async updateCloud(call) {
    const { id } = await getVisibleCloud(call);
    const { values, finish } = await call.readBody();
    const image = judgeImage(values.image);
    const { name } = finish({ image: image.sentences });
    const row = await call.db.serviceCloud.update({
      where: { id, ...visibleTo(call.application.id) },
      data: {
        ...(name === undefined ? {} : { name }),
        ...(image.url === undefined ? {} : { image: image.url }),
      },
      include: cloudInclude,
    });
    return toCloudRecord(row);
  },

  /** Rows are deleted at once, stored files by a job added in the same transaction. */
  async deleteCloud({ params: { cloudId: id }, application, db }) {
    await db.$transaction(async (tx) => {
      const { count } = await tx.serviceCloud.deleteMany({ where: { id, ...visibleTo(application.id) } });
      if (count === 0) throw wireNotFound();
      await addJob(tx, "service.remove-files", { prefix: cloudPrefix(id) });
    });
  },

  /** Bytes of the Cloud's documents; this service stores nothing elsewhere. */
  async getCloudSize(call) {
    const cloud = await getVisibleCloud(call);
    const { _sum: sum } = await call.db.serviceDocument.aggregate({
      where: { project: { cloudId: cloud.id } },
      _sum: { size: true },
    });
    const bytes = Number(sum.size ?? 0n);
    return { managed_by_cloud_size: bytes, managed_by_other_size: 0, total: bytes };
  },
};
