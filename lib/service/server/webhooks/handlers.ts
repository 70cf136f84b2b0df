/** Webhooks of a cloud (docs/service "Neighbouring operations"; docs/decisions/0021). An application sees only its own webhooks. */
import type { webhookOperations } from "#lib/service/contract/operations/webhooks.ts";
import { getVisibleCloud } from "../records/cloud.ts";
import { fieldErrors, wireNotFound } from "../http/errors.ts";
import { judgeAgainIfGone } from "../http/judge/judge.ts";
import type { Handlers } from "../http/route.ts";
import { emitPing } from "./emit.ts";
import { judgeTarget, readSecret } from "./target.ts";
import { getOwnWebhook, sealWebhookSecret, toWebhookRecord, webhookWhere } from "./record.ts";

/** The most webhooks of one application in one Cloud: every event is recorded once for each. */
const WEBHOOKS_MAX = 20;

export const webhookHandlers: Handlers<keyof typeof webhookOperations> = {
  async createWebhook(call) {
    const { application, db } = call;
    await getVisibleCloud(call);
    const body = await call.readBody();
    const { events, url } = body.finish(judgeTarget(body.values.url));
    const secret = readSecret(body) ?? null;
    const owner = { cloudId: call.params.cloudId, applicationId: application.id };
    const row = await judgeAgainIfGone(async () => {
      await getVisibleCloud(call);
      return db.$transaction(async (tx) => {
        await tx.$queryRaw`SELECT id FROM service_application WHERE id = ${application.id} FOR NO KEY UPDATE`;
        if ((await tx.serviceWebhook.count({ where: owner })) >= WEBHOOKS_MAX) {
          const sentence = `An application has at most ${String(WEBHOOKS_MAX)} webhooks in a Cloud.`;
          throw fieldErrors({ non_field_errors: [sentence] });
        }
        const { id } = await tx.serviceWebhook.create({ data: { events, url, ...owner } });
        // The secret is sealed for its row, so the row must exist first.
        return tx.serviceWebhook.update({
          where: { id },
          data: { secretCipher: sealWebhookSecret(id, secret) },
        });
      });
    });
    return toWebhookRecord(row);
  },

  async listWebhooks(call) {
    const cloud = await getVisibleCloud(call);
    const rows = await call.db.serviceWebhook.findMany({
      where: { cloudId: cloud.id, applicationId: call.application.id },
      orderBy: { id: "asc" },
    });
    return rows.map(toWebhookRecord);
  },

  async getWebhook(call) {
    return toWebhookRecord(await getOwnWebhook(call));
  },

  async updateWebhook(call) {
    const { id } = await getOwnWebhook(call);
    const body = await call.readBody();
    const { events, url } = body.finish(judgeTarget(body.values.url));
    const secret = readSecret(body);
    const row = await call.db.serviceWebhook.update({
      where: webhookWhere(call),
      data: {
        ...(events === undefined ? {} : { events }),
        ...(url === undefined ? {} : { url }),
        ...(secret === undefined ? {} : { secretCipher: sealWebhookSecret(id, secret) }),
      },
    });
    return toWebhookRecord(row);
  },

  async deleteWebhook(call) {
    const { count } = await call.db.serviceWebhook.deleteMany({ where: webhookWhere(call) });
    if (count === 0) throw wireNotFound();
  },

  /** Sends a message of the event `ping`, through the same queue as all others; a body is ignored. */
  async pingWebhook(call) {
    const row = await judgeAgainIfGone(() =>
      call.db.$transaction(async (tx) => {
        const webhook = await getOwnWebhook(call, tx);
        await emitPing(tx, webhook);
        return webhook;
      }),
    );
    return toWebhookRecord(row);
  },
};
